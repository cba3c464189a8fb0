import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noSuchCall } from './errors.ts';
import { pagesOfFolder } from './preloads.ts';

/** Returns true if the path can be the path of a built file. A path with `..`, `\` or a second encoding cannot. */
const isFileName = (path: string): boolean => path.split('/').every(part => /^[\w@~-][\w@~.-]*$/.test(part));

/**
 * Returns true if a path contains parts that browsers never send: `..`, empty segments, backslashes, control
 * characters.
 */
const isMalformed = (path: string): boolean => /(^|\/)\.{0,2}\/|(^|\/)\.{1,2}$|[\\\p{Cc}]/u.test(path);

/** Returns true if a path names folders or scripts of other programs, which attackers try at every server. */
const isAttackPath = (path: string): boolean =>
  /^(node_modules|vendor|cgi-bin|phpmyadmin|server-status|actuator|wp-[\w-]+)(\/|$)/i.test(path) ||
  /\.(php\d?|phtml|aspx?|jspx?|cgi|pl|map|env|git|svn)(\/|$)/i.test(path);

/**
 * Returns true if a path is an address of the web application. Addresses have no dot in their last segment, files do.
 * Names with a leading dot are hidden files.
 */
const isCabinetAddress = (path: string): boolean =>
  !/^(api|health|static)(\/|$)/.test(path) && !/\.\w+$/.test(path) && !/(^|\/)\./.test(path) && !isAttackPath(path);

/**
 * Returns true if the page needs the header Cross-Origin-Opener-Policy: same-origin. The header separates the page from
 * the window of another site that opened it.
 * The header is left out for a typed address and for a link within the web application. There the header would start a
 * new browser process, which compiles every script again.
 * Chromium separates the windows itself if an address is typed into a tab of another site. Only Chromium sends
 * `sec-ch-ua`. All other browsers get the header, and so do visits without `sec-fetch-site`.
 */
const isOpenedByOtherSite = ({ headers }: FastifyRequest): boolean =>
  headers['sec-ch-ua'] === undefined || !['none', 'same-origin'].includes(String(headers['sec-fetch-site']));

const withoutWeakPrefix = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Returns true if the page in the browser's cache has the ETag of the present page. */
const hasCurrentEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch
    ?.split(',')
    .some(candidate => candidate.trim() === '*' || withoutWeakPrefix(candidate) === withoutWeakPrefix(etag)) ?? false;

const visitsCookie = 'drivedesk_visits';
/**
 * Number of visits before the browser uses compiled scripts. Chromium caches compiled scripts at the second visit, and
 * uses them from the third.
 */
const visitsAsModules = 2;

/**
 * Returns how many times this browser got a page of this build, including this time. The cookie stops counting above
 * `visitsAsModules`.
 */
const countVisit = (request: FastifyRequest, reply: FastifyReply, build: string, secure: boolean): number => {
  const [knownBuild, count] = request.cookies[visitsCookie]?.split('.') ?? [];
  const visits = knownBuild === build ? Number(count) + 1 || 1 : 1;
  if (visits <= visitsAsModules + 1)
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
 * Serves the built web application. All its addresses return one page, each with its own preload links. A missing file
 * under /static answers 404.
 * `secure`: the application is served over TLS, so the browser sends the cookie only over TLS.
 */
export const registerCabinet = async (
  server: FastifyInstance,
  { folder, secure }: { readonly folder: string; readonly secure: boolean },
): Promise<void> => {
  await server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  const readPages = await pagesOfFolder(folder);
  server.get('/*', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const path = (request.params as Record<string, string>)['*'] ?? '';
    if (isMalformed(path)) return noSuchCall(request, reply);
    if (isCabinetAddress(path)) {
      const { build, pageFor } = await readPages();
      const { modules, scripts } = pageFor(`/${path}`);
      const { html, etag } = countVisit(request, reply, build, secure) <= visitsAsModules ? modules : scripts;
      reply.headers({ 'Cache-Control': 'no-cache', ETag: etag, Vary: 'Accept-Encoding, Sec-Fetch-Site, Sec-CH-UA' });
      if (!isOpenedByOtherSite(request)) reply.raw.removeHeader('Cross-Origin-Opener-Policy');
      if (hasCurrentEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type('text/html; charset=utf-8').send(html);
    }
    if (path.startsWith('api/') || !isFileName(path)) return noSuchCall(request, reply);
    // Names of built files contain a hash, so their content never changes.
    return path.startsWith('static/')
      ? reply.sendFile(path, { maxAge: '365d', immutable: true })
      : reply.sendFile(path, { maxAge: '1h' });
  });
};
