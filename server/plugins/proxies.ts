import type { FastifyInstance } from 'fastify';

/** Warns once about an untrusted proxy. Until it is configured, all its clients count as one caller. */
export const registerProxyHint = (server: FastifyInstance): void => {
  let warned = false;
  server.addHook('onRequest', async request => {
    const { remoteAddress } = request.socket;
    // A trusted proxy adds the addresses that it names, perhaps its own: a client on the proxy's machine.
    const isTrusted = (request.ips?.length ?? 0) > 1;
    if (warned || request.headers['x-forwarded-for'] === undefined || isTrusted) return;
    warned = true;
    server.log.warn(`X-Forwarded-For from ${remoteAddress} is not believed: TRUST_PROXY does not name it`);
  });
};
