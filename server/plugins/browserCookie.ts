import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserSecret } from '../context.ts';

const name = 'drivedesk_browser';
/** Longer than anybody is on leave. */
const lastsS = 180 * 24 * 3600;

export const registerCookies = async (server: FastifyInstance): Promise<void> => {
  await server.register(cookie);
};

/**
 * Cookie by which a browser is recognised. It grants no access: accounts that signed in there only get separate sign-in
 * tries. `secure`: the cabinet is served over TLS, so the cookie is too.
 */
export const browserSecretOf = (request: FastifyRequest, reply: FastifyReply, secure: boolean): BrowserSecret => ({
  secret: request.cookies[name] || undefined,
  give: secret => {
    reply.setCookie(name, secret, { path: '/api/v2', maxAge: lastsS, httpOnly: true, sameSite: 'strict', secure });
  },
});
