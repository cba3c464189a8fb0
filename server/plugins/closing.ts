import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Browsers open connections ahead of need. Node counts one that has never asked anything as busy and waits a minute for
 * it when the server closes; it has nothing to lose, so it is closed at once.
 */
export const registerClosing = (server: FastifyInstance): void => {
  const silent = new Set<Socket>();
  let closing = false;
  server.server.on('connection', (socket: Socket) => {
    if (closing) return socket.destroy();
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.server.on('request', ({ socket }) => silent.delete(socket));
  server.addHook('preClose', async () => {
    closing = true;
    for (const socket of silent) socket.destroy();
  });
};
