import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noSuchCall } from './errors.ts';
import { pagesOfFolder } from './preloads.ts';

/**
 * Whether a path is a file name. Built files have plain names. Anything else (`..`, `\`, a second encoding) is no file.
 */
const isFileName = (path: string): boolean => path.split('/').every(part => /^[\w@~-][\w@~.-]*$/.test(part));

/** Whether a path contains parts that browsers never send: `..`, empty segments, backslashes, control characters. */
const isOdd = (path: string): boolean => /(^|\/)\.{0,2}\/|(^|\/)\.{1,2}$|[\\\p{Cc}]/u.test(path);

/** Whether a path names folders or scripts of other programs, which attackers try at every server. */
const isForeign = (path: string): boolean =>
  /^(node_modules|vendor|cgi-bin|phpmyadmin|server-status|actuator|wp-[\w-]+)(\/|$)/i.test(path) ||
  /\.(php\d?|phtml|aspx?|jspx?|cgi|pl|map|env|git|svn)(\/|$)/i.test(path);

/**
 * Whether a path is an address of the cabinet. Addresses have no dot in their last segment, files do. Names with a
 * leading dot are hidden files.
 */
const isPage = (path: string): boolean =>
  !/^(api|health|static)(\/|$)/.test(path) && !/\.\w+$/.test(path) && !/(^|\/)\./.test(path) && !isForeign(path);

/**
 * Whether the page needs the header Cross-Origin-Opener-Policy: same-origin, which removes the window from another site
 * that opened this page.
 * A typed address and a link in the cabinet do not need it. There the header would only cost a new process, with every
 * script compiled again.
 * Chromium, which sends its brands, removes the window itself for an address typed into a tab of another site. All
 * other browsers, and those that do not send the origin of a visit, always get the header.
 */
const openedByOthers = ({ headers }: FastifyRequest): boolean =>
  headers['sec-ch-ua'] === undefined || !['none', 'same-origin'].includes(String(headers['sec-fetch-site']));

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether the browser's cached version is the present one. */
const holdsTag = (asked: string | undefined, tag: string): boolean =>
  asked?.split(',').some(each => each.trim() === '*' || opaque(each) === opaque(tag)) ?? false;

const visitsCookie = 'drivedesk_visits';
/** Chromium stores compiled scripts at the second run, so from the third run on they are cached. */
const visitsUncompiled = 2;

/** Number of times that this browser was sent a page of this build, including this time, as far as it matters. */
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
 * Serves the built cabinet. Its addresses answer its one page with preload links. Missing files under /static are 404.
 * `secure`: over TLS, so the cookie is too.
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
    // Names of built files contain a hash, so their content never changes.
    return path.startsWith('static/')
      ? reply.sendFile(path, { maxAge: '365d', immutable: true })
      : reply.sendFile(path, { maxAge: '1h' });
  });
};
