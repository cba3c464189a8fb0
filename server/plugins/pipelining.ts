import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorStatus } from '../../src/contract/errors.ts';
import { bilingualError } from './errors.ts';

/**
 * Maximum number of requests of one connection that wait for their answer. Browsers and proxies send the next request
 * after the answer. Without a limit, 100 kB on one connection start thousands of requests, for which all others wait.
 */
const unansweredMax = 4;

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Answers OVERLOADED (503) to a request that comes before too many earlier requests of its connection are answered, and
 * closes the connection. The earlier requests are answered first. Later requests of the connection are ignored.
 * Call this before other listeners are added, because all of the present ones are called for permitted requests only.
 */
export const limitPipelining = (server: Server): void => {
  const handlers = server.listeners('request') as RequestHandler[];
  const unanswered = new WeakMap<Socket, number>();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    const count = unanswered.get(socket) ?? 0;
    if (count < unansweredMax) {
      unanswered.set(socket, count + 1);
      response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
      for (const handle of handlers) handle(request, response);
    } else if (count === unansweredMax) {
      // Infinity stays what it is, so all later requests of the connection are ignored.
      unanswered.set(socket, Number.POSITIVE_INFINITY);
      socket.pause();
      const headers = { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close', 'Retry-After': '1' };
      response.writeHead(errorStatus.OVERLOADED, headers).end(bilingualError('OVERLOADED'));
    }
  });
};
