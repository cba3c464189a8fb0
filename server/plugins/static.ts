import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { noSuchCall } from './errors.ts';
import { readPages } from './preloads.ts';

/** Built files have plain names; anything else in a path (`..`, `\`, a second encoding) is no file. */
const isFileName = (path: string): boolean => path.split('/').every(part => /^[\w@~-][\w@~.-]*$/.test(part));

/** Never sent by browsers: `..`, empty segments, backslashes, control characters. */
const isOdd = (path: string): boolean => /(^|\/)\.{0,2}\/|(^|\/)\.{1,2}$|[\\\p{Cc}]/u.test(path);

/** Cabinet addresses have no dot in their last segment, files do. */
const isPage = (path: string): boolean => !/^(api|health|static)(\/|$)/.test(path) && !/\.\w+$/.test(path);

/**
 * Serves the built cabinet. Its addresses answer its one page with preload links; missing files under /static are 404.
 */
export const registerCabinet = async (server: FastifyInstance, folder: string): Promise<void> => {
  await server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  const pageFor = await readPages(folder);
  server.get('/*', { config: { access: 'public' }, schema: { hide: true } }, (request, reply) => {
    const path = (request.params as Record<string, string>)['*'] ?? '';
    if (isOdd(path)) return noSuchCall(request, reply);
    if (isPage(path))
      return reply
        .header('Cache-Control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(pageFor(`/${path}`));
    if (path.startsWith('api/') || !isFileName(path)) return noSuchCall(request, reply);
    // Names of built files contain a hash: they never change.
    return path.startsWith('static/')
      ? reply.sendFile(path, { maxAge: '365d', immutable: true })
      : reply.sendFile(path, { maxAge: '1h' });
  });
};
