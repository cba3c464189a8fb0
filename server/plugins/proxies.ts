import type { FastifyInstance } from 'fastify';

/**
 * Warns once if an untrusted proxy forwards requests. Until the proxy is trusted, all its clients count as one caller.
 */
export const registerProxyHint = (server: FastifyInstance): void => {
  let isWarned = false;
  server.addHook('onRequest', async request => {
    const { remoteAddress } = request.socket;
    // `request.ips` has several addresses if the proxy is trusted. The addresses of proxy and client may be equal,
    // because a client can run on the proxy's machine.
    const isTrusted = (request.ips?.length ?? 0) > 1;
    if (isWarned || request.headers['x-forwarded-for'] === undefined || isTrusted) return;
    isWarned = true;
    server.log.warn(`X-Forwarded-For from ${remoteAddress} is not believed: TRUST_PROXY does not name it`);
  });
};
