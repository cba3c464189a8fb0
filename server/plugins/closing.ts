import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Time during which a closing server still accepts connections, ms. Earlier connections may still wait in the operating
 * system's queue.
 */
const graceMs = 300;
const cutEveryMs = 500;

interface Use {
  /** True until the first request arrives on the connection. */
  silent: boolean;
  /** Unanswered requests. */
  open: number;
}

/**
 * When the server closes, answers all received requests and waits for nothing else. Incomplete requests and unread
 * responses are cut off after `drainMs`.
 * Without this plugin, Node waits a minute for connections without a request (browsers preconnect) or with half a head.
 * Node also leaves connections open that were answered during the closing.
 * `giveUpBodies` ends requests with incomplete bodies.
 */
export const registerClosing = (server: FastifyInstance, drainMs: number, giveUpBodies: () => void): void => {
  const sockets = new Map<Socket, Use>();
  const answering = new Set<ServerResponse>();
  let closing = false;
  let late = false;
  server.server.on('connection', (socket: Socket) => {
    if (late) return socket.destroy();
    sockets.set(socket, { silent: true, open: 0 });
    socket.once('close', () => sockets.delete(socket));
  });
  server.server.on('request', ({ socket }, response: ServerResponse) => {
    const use = sockets.get(socket) ?? { silent: false, open: 0 };
    use.silent = false;
    use.open += 1;
    answering.add(response);
    response.once('close', () => {
      use.open -= 1;
      answering.delete(response);
    });
    response.once('finish', () => {
      if (closing) socket.end();
    });
  });
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close');
  });

  let timer: NodeJS.Timeout | undefined;
  const cutWhatComes = (): void => {
    giveUpBodies();
    // Cuts off only responses that have begun. A client that reads receives its whole response before the next check.
    for (const response of answering) if (response.headersSent) response.destroy();
    for (const [socket, { open }] of sockets) if (open === 0) socket.destroy();
    timer = setTimeout(cutWhatComes, cutEveryMs).unref();
  };
  server.addHook('preClose', async () => {
    closing = true;
    if (server.server.listening) await pause(graceMs);
    late = true;
    for (const [socket, { silent }] of sockets) if (silent) socket.destroy();
    // Unref'd, because the timer must not keep the process alive when no connection is left.
    timer = setTimeout(cutWhatComes, drainMs).unref();
  });
  server.addHook('onClose', async () => clearTimeout(timer));
};
