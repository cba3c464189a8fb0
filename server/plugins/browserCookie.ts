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
 * The secret a browser is known by. It opens nothing: it only gives the accounts that signed in there tries of their own.
 * `secure`: the cabinet is reached by TLS, and the cookie goes no other way.
 */
export const browserSecretOf = (request: FastifyRequest, reply: FastifyReply, secure: boolean): BrowserSecret => ({
  secret: request.cookies[name] || undefined,
  give: secret => {
    reply.setCookie(name, secret, { path: '/api/v2', maxAge: lastsS, httpOnly: true, sameSite: 'strict', secure });
  },
});
