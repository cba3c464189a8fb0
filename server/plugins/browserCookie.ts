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
 * Reads and sets the cookie that identifies a browser. The cookie grants no access. It only gives accounts that signed
 * in with this browser before a separate limit of sign-in attempts. `secure`: the web application is served over TLS,
 * so the browser sends the cookie only over TLS.
 */
export const browserSecretOf = (request: FastifyRequest, reply: FastifyReply, secure: boolean): BrowserSecret => ({
  secret: request.cookies[cookieName] || undefined,
  replaceSecret: secret => {
    reply.setCookie(cookieName, secret, {
      path: '/api/v2',
      maxAge: lifetimeS,
      httpOnly: true,
      sameSite: 'strict',
      secure,
    });
  },
});
