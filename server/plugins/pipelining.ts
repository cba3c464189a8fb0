import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { errorStatus } from '../../src/contract/errors.ts';
import { bilingualError } from './errors.ts';

/**
 * Maximum number of requests of one connection that wait for their answer. Browsers and proxies send the next request
 * after the answer. Without a limit, 100 kB on one connection start thousands of requests, for which all others wait.
 */
const unansweredMax = 4;

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Emits `close` for the responses of a lost connection that wait behind another response. Node emits it only for the
 * response that is being sent. Without the event, the memory that a request reserved would stay reserved.
 */
const closeWaiting = (responses: ReadonlySet<ServerResponse>): void => {
  for (const response of responses)
    if (response.socket === null) {
      response.destroy();
      response.emit('close');
    }
};

/**
 * Limits the number of unanswered requests of a connection. Answers OVERLOADED (503) to the request that exceeds the
 * limit, after the earlier requests are answered, and closes the connection. Later requests are ignored.
 * When the server is ready, this wraps all listeners that plugins have added, so that they see permitted requests only.
 */
export const registerPipelining = (server: FastifyInstance): void => {
  const responsesBySocket = new WeakMap<Socket, Set<ServerResponse>>();
  const refusedSockets = new WeakSet<Socket>();

  const openResponses = (socket: Socket): Set<ServerResponse> => {
    const known = responsesBySocket.get(socket);
    if (known) return known;
    const responses = new Set<ServerResponse>();
    responsesBySocket.set(socket, responses);
    socket.once('close', () => closeWaiting(responses));
    return responses;
  };

  const refuse = (socket: Socket, response: ServerResponse): void => {
    refusedSockets.add(socket);
    const headers = { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close', 'Retry-After': '1' };
    response.writeHead(errorStatus.OVERLOADED, headers).end(bilingualError('OVERLOADED'));
  };

  server.addHook('onReady', async () => {
    const handlers = server.server.listeners('request') as RequestHandler[];
    server.server.removeAllListeners('request');
    server.server.on('request', (request, response) => {
      const { socket } = request;
      if (refusedSockets.has(socket)) return;
      const responses = openResponses(socket);
      if (responses.size === unansweredMax) return refuse(socket, response);
      responses.add(response);
      response.once('close', () => responses.delete(response));
      for (const handle of handlers) handle(request, response);
    });
  });
};
