import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noSuchCall } from './errors.ts';
import { pagesOfFolder } from './preloads.ts';

/** Built files have plain names; anything else in a path (`..`, `\`, a second encoding) is no file. */
const isFileName = (path: string): boolean => path.split('/').every(part => /^[\w@~-][\w@~.-]*$/.test(part));

/** Never sent by browsers: `..`, empty segments, backslashes, control characters. */
const isOdd = (path: string): boolean => /(^|\/)\.{0,2}\/|(^|\/)\.{1,2}$|[\\\p{Cc}]/u.test(path);

/** Folders and scripts of other programs, which are tried at every server: no page of the cabinet is called so. */
const isForeign = (path: string): boolean =>
  /^(node_modules|vendor|cgi-bin|phpmyadmin|server-status|actuator|wp-[\w-]+)(\/|$)/i.test(path) ||
  /\.(php\d?|phtml|aspx?|jspx?|cgi|pl|map|env|git|svn)(\/|$)/i.test(path);

/** Cabinet addresses have no dot in their last segment, files do. Names with a leading dot are hidden files. */
const isPage = (path: string): boolean =>
  !/^(api|health|static)(\/|$)/.test(path) && !/\.\w+$/.test(path) && !/(^|\/)\./.test(path) && !isForeign(path);

/**
 * Another site's page that opened this one would hold its window; `same-origin` takes that from it. Who typed the address or
 * came from the cabinet itself opened it alone: there the header would only cost a new process, with every script compiled
 * anew. Only Chromium, which names its brands, is known to take the window by itself where an address is typed into a tab that
 * another site opened; all other browsers, and those that do not say where somebody comes from, get it always.
 */
const openedByOthers = ({ headers }: FastifyRequest): boolean =>
  headers['sec-ch-ua'] === undefined || !['none', 'same-origin'].includes(String(headers['sec-fetch-site']));

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether what a browser has of an address is what it would be sent. */
const holdsTag = (asked: string | undefined, tag: string): boolean =>
  asked?.split(',').some(each => each.trim() === '*' || opaque(each) === opaque(tag)) ?? false;

const visitsCookie = 'drivedesk_visits';
/** Chromium stores compiled scripts at the second time it runs them, so from the third they are there. */
const visitsUncompiled = 2;

/** How often this browser was sent a page of this build, this time included, as far as it matters. */
const countVisit = (request: FastifyRequest, reply: FastifyReply, build: string, secure: boolean): number => {
  const [known, count] = request.cookies[visitsCookie]?.split('.') ?? [];
  const visits = known === build ? Number(count) + 1 || 1 : 1;
  if (visits <= visitsUncompiled + 1)
    reply.setCookie(visitsCookie, `${build}.${visits}`, {
      path: '/',
      maxAge: 30 * 24 * 3600,
      httpOnly: true,
      sameSite: 'lax',
      secure,
    });
  return visits;
};

/**
 * Serves the built cabinet. `secure`: over TLS, so its cookie is too. Its addresses answer its one page with preload links; missing files under /static are 404.
 */
export const registerCabinet = async (
  server: FastifyInstance,
  { folder, secure }: { readonly folder: string; readonly secure: boolean },
): Promise<void> => {
  await server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  const readPages = await pagesOfFolder(folder);
  server.get('/*', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const path = (request.params as Record<string, string>)['*'] ?? '';
    if (isOdd(path)) return noSuchCall(request, reply);
    if (isPage(path)) {
      const { build, pageFor } = await readPages();
      const { modules, scripts } = pageFor(`/${path}`);
      const { html, tag } = countVisit(request, reply, build, secure) <= visitsUncompiled ? modules : scripts;
      reply.headers({ 'Cache-Control': 'no-cache', ETag: tag, Vary: 'Accept-Encoding, Sec-Fetch-Site, Sec-CH-UA' });
      if (!openedByOthers(request)) reply.raw.removeHeader('Cross-Origin-Opener-Policy');
      if (holdsTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return reply.type('text/html; charset=utf-8').send(html);
    }
    if (path.startsWith('api/') || !isFileName(path)) return noSuchCall(request, reply);
    // Names of built files contain a hash: they never change.
    return path.startsWith('static/')
      ? reply.sendFile(path, { maxAge: '365d', immutable: true })
      : reply.sendFile(path, { maxAge: '1h' });
  });
};
