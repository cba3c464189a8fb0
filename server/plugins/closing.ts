import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A server that begins to close takes so long what is on its way: it stands in the queue of the operating system. */
const graceMs = 300;
const cutEveryMs = 500;

interface Use {
  /** The connection has never asked anything. */
  silent: boolean;
  /** Requests on it that are not answered yet. */
  open: number;
}

/**
 * What was asked is answered, and nothing else is waited for. What is not asked whole, or not taken, after `drainMs` is
 * cut. Node counts a connection that has never asked anything as busy for a minute (browsers open them ahead of need),
 * one with half a request's head too, and one whose answer came during the closing as idle but open.
 * `giveUpBodies` ends the requests whose bodies have not come whole.
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
    // What waited for its turn begins later: whoever takes an answer at all has it by the next look.
    for (const response of answering) if (response.headersSent) response.destroy();
    for (const [socket, { open }] of sockets) if (open === 0) socket.destroy();
    timer = setTimeout(cutWhatComes, cutEveryMs).unref();
  };
  server.addHook('preClose', async () => {
    closing = true;
    if (server.server.listening) await pause(graceMs);
    late = true;
    for (const [socket, { silent }] of sockets) if (silent) socket.destroy();
    // Not waited for: only if something is still coming or being sent when the time has come.
    timer = setTimeout(cutWhatComes, drainMs).unref();
  });
  server.addHook('onClose', async () => clearTimeout(timer));
};
