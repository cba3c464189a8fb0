import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserSecret } from '../context.ts';

const cookieName = 'drivedesk_browser';
/** Lifetime of the browser's cookie, seconds. It is longer than the longest holiday of a user. */
const lifetimeS = 180 * 24 * 3600;

export const registerCookies = async (server: FastifyInstance): Promise<void> => {
  await server.register(cookie);
};

/**
 * Returns true if the browser reached the server over TLS, so that its cookies may be sent only over TLS: the public
 * address says so, or the connection, or a trusted proxy (`X-Forwarded-Proto`).
 */
export const isOverTls = ({ protocol }: FastifyRequest, publicUrl: string): boolean =>
  publicUrl.startsWith('https:') || protocol === 'https';

/**
 * Reads and sets the cookie that identifies a browser. The cookie grants no access. It only gives accounts that signed
 * in with this browser before a separate limit of sign-in attempts.
 */
export const browserSecretOf = (request: FastifyRequest, reply: FastifyReply, publicUrl: string): BrowserSecret => ({
  secret: request.cookies[cookieName] || undefined,
  replaceSecret: secret => {
    reply.setCookie(cookieName, secret, {
      path: '/api/v2',
      maxAge: lifetimeS,
      httpOnly: true,
      sameSite: 'strict',
      secure: isOverTls(request, publicUrl),
    });
  },
});
