import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Returns true if a cut call can be repeated without doing its work twice. */
const isRepeatable = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' || headers['idempotency-key'] !== undefined;

/**
 * Resolves when the response has begun. Rejects without a response. A stream is cut when its server or its reader goes.
 */
const forward = (target: string, incoming: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> =>
  new Promise((done, fail) => {
    const { method = 'GET', headers } = incoming;
    const asking = request(new URL(incoming.url ?? '/', target), { method, headers, agent: false });
    asking.once('error', fail);
    asking.once('response', answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
      done();
    });
    response.once('close', () => asking.destroy());
    asking.end(body);
  });

/**
 * Starts a load balancer over several servers, round robin. It skips servers that refuse the connection. A call whose
 * server dies before answering goes to another server if it can be repeated. Otherwise it gets 502.
 */
export const startBalancer = async (targets: readonly string[]) => {
  let turn = 0;
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(incoming);
    const first = turn;
    turn += 1;
    for (let tried = 0; tried < targets.length; tried += 1) {
      try {
        return await forward(targets[(first + tried) % targets.length] ?? '', incoming, body, response);
      } catch (error) {
        if ((error as { code?: string }).code !== 'ECONNREFUSED' && !isRepeatable(incoming)) break;
      }
    }
    response.writeHead(502).end();
  };
  const server = createServer((incoming, response) => {
    // Clients may leave at any time.
    serve(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
