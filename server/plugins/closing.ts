import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Time during which a closing server still accepts connections, ms. Connections that clients opened before the closing
 * may still wait in the operating system's queue.
 */
const acceptGraceMs = 300;
const cutOffIntervalMs = 500;

interface SocketState {
  /** True until the first request arrives on the connection of this socket. */
  isSilent: boolean;
  /** Number of requests on the connection that have no complete response yet. */
  unansweredRequests: number;
}

/**
 * When the server closes, answers all received requests and waits for nothing else. Incomplete requests and unread
 * responses are cut off after `drainMs`.
 * Without this plugin, Node waits a minute for connections without a request (browsers preconnect) or with half a head.
 * Node also leaves connections open that were answered during the closing.
 * `endIncompleteBodies` ends requests with incomplete bodies.
 */
export const registerClosing = (server: FastifyInstance, drainMs: number, endIncompleteBodies: () => void): void => {
  const stateBySocket = new Map<Socket, SocketState>();
  const openResponses = new Set<ServerResponse>();
  let isClosing = false;
  let isGraceOver = false;
  server.server.on('connection', (socket: Socket) => {
    if (isGraceOver) return socket.destroy();
    stateBySocket.set(socket, { isSilent: true, unansweredRequests: 0 });
    socket.once('close', () => stateBySocket.delete(socket));
  });
  server.server.on('request', ({ socket }, response: ServerResponse) => {
    const state = stateBySocket.get(socket) ?? { isSilent: false, unansweredRequests: 0 };
    state.isSilent = false;
    state.unansweredRequests += 1;
    openResponses.add(response);
    response.once('close', () => {
      state.unansweredRequests -= 1;
      openResponses.delete(response);
    });
    response.once('finish', () => {
      if (isClosing) socket.end();
    });
  });
  server.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('Connection', 'close');
  });

  let timer: NodeJS.Timeout | undefined;
  const cutOffConnections = (): void => {
    endIncompleteBodies();
    // Destroys only responses whose headers are sent. A response that begins after this check may continue until the
    // next one, so a client that reads receives all of it.
    for (const response of openResponses) if (response.headersSent) response.destroy();
    for (const [socket, { unansweredRequests }] of stateBySocket) if (unansweredRequests === 0) socket.destroy();
    timer = setTimeout(cutOffConnections, cutOffIntervalMs).unref();
  };
  server.addHook('preClose', async () => {
    isClosing = true;
    if (server.server.listening) await pause(acceptGraceMs);
    isGraceOver = true;
    for (const [socket, { isSilent }] of stateBySocket) if (isSilent) socket.destroy();
    // `unref` is needed, because the timer must not keep the process alive when no connection is left.
    timer = setTimeout(cutOffConnections, drainMs).unref();
  });
  server.addHook('onClose', async () => clearTimeout(timer));
};
