import type { FastifyInstance } from 'fastify';

/** Says once that a proxy is not believed: until it is named, all who come through it count as one caller. */
export const registerProxyHint = (server: FastifyInstance): void => {
  let warned = false;
  server.addHook('onRequest', async request => {
    const { remoteAddress } = request.socket;
    if (warned || request.headers['x-forwarded-for'] === undefined || request.ip !== remoteAddress) return;
    warned = true;
    server.log.warn(`X-Forwarded-For from ${remoteAddress} is not believed: TRUST_PROXY does not name it`);
  });
};
