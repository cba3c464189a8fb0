import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';

const isNavigation = (method: string, url: string): boolean =>
  method === 'GET' && !/^\/(api|health|static)(\/|$)/.test(url) && !/\.\w+$/.test(url.split('?')[0] ?? '');

/** Serves the built cabinet; every address of its own answers its one page, what is missing under /static is missing. */
export const registerCabinet = async (server: FastifyInstance, folder: string): Promise<void> => {
  await server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  server.get('/*', { config: { access: 'public' }, schema: { hide: true } }, (request, reply) => {
    const path = (request.params as Record<string, string>)['*'] ?? '';
    // Built files carry a hash in their name: they never change.
    if (path.startsWith('static/')) return reply.sendFile(path, { maxAge: '365d', immutable: true });
    if (path && !isNavigation(request.method, request.url)) {
      if (path.startsWith('api/')) throw new DomainError('NO_SUCH_CALL', { values: { path: `/${path}` } });
      return reply.sendFile(path, { maxAge: '1h' });
    }
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html', { cacheControl: false });
  });
};
