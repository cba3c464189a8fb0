import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOverTls } from './browserCookie.ts';
import { noSuchCall } from './errors.ts';
import { pagesOfFolder } from './preloads.ts';

/**
 * Returns true if the path can be the path of a built file: its last part has a dot. A path with `..`, `\` or a second
 * encoding cannot.
 */
const isFileName = (path: string): boolean =>
  /\.\w+$/.test(path) && path.split('/').every(part => /^[\w@~-][\w@~.-]*$/.test(part));

/** Returns true if a path belongs to the calls of the API. What asks for them reads JSON, even in a browser. */
const isCallAddress = (path: string): boolean => /^(api|health)(\/|$)/i.test(path);

/**
 * Returns true if a path contains parts that browsers never send: `..`, empty segments, backslashes, control
 * characters.
 */
const isMalformed = (path: string): boolean => /(^|\/)\.{0,2}\/|(^|\/)\.{1,2}$|[\\\p{Cc}]/u.test(path);

/** Returns true if the request asks for a page to show, as browsers do for an address that is typed or followed. */
const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false;

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
const countVisit = (request: FastifyRequest, reply: FastifyReply, build: string, publicUrl: string): number => {
  const [knownBuild, count] = request.cookies[visitsCookie]?.split('.') ?? [];
  const visits = knownBuild === build ? Number(count) + 1 || 1 : 1;
  if (visits <= visitsAsModules + 1)
    reply.setCookie(visitsCookie, `${build}.${visits}`, {
      path: '/',
      maxAge: 30 * 24 * 3600,
      httpOnly: true,
      sameSite: 'lax',
      secure: isOverTls(request, publicUrl),
    });
  return visits;
};

/**
 * Serves the built web application. All its addresses return one page, each with its own preload links. Any other
 * address is that of a file or answers 404. To a browser this answer is the same page, which says that there is none.
 */
export const registerCabinet = async (
  server: FastifyInstance,
  { folder, publicUrl }: { readonly folder: string; readonly publicUrl: string },
): Promise<void> => {
  await server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  const readPages = await pagesOfFolder(folder);
  server.get('/*', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const path = (request.params as Record<string, string>)['*'] ?? '';
    // Fastify drops a slash at the end, so two of them are seen in the whole address only.
    if (isMalformed(path) || /^[^?]*\/\//.test(request.url)) return noSuchCall(request, reply);
    // The root leads to the first page after sign-in. People shorten an address to the folder of all pages.
    if (path === 'cabinet' || path === 'cabinet/') return reply.redirect('/');
    const { build, pageFor, defaultPages } = await readPages();
    const pages = pageFor(`/${path}`);
    // Names of built files contain a hash, so their content never changes.
    if (!pages && isFileName(path))
      return path.startsWith('static/')
        ? reply.sendFile(path, { maxAge: '365d', immutable: true })
        : reply.sendFile(path, { maxAge: '1h' });
    if (!pages && (isCallAddress(path) || !wantsPage(request))) return noSuchCall(request, reply);
    const { modules, scripts } = pages ?? defaultPages;
    const { html, etag } = countVisit(request, reply, build, publicUrl) <= visitsAsModules ? modules : scripts;
    reply.headers({ 'Cache-Control': 'no-cache', ETag: etag, Vary: 'Accept-Encoding, Sec-Fetch-Site, Sec-CH-UA' });
    if (!isOpenedByOtherSite(request)) reply.raw.removeHeader('Cross-Origin-Opener-Policy');
    if (pages && hasCurrentEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply
      .code(pages ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(html);
  });
};
