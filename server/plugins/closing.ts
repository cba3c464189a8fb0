import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A request that is on its way when the server begins to close gets so much time to come in. */
const graceMs = 300;

/**
 * What was asked is answered, and nothing else is waited for. Node counts a connection that has never asked anything as
 * busy for a minute (browsers open them ahead of need), and one whose answer came during the closing as idle but open.
 */
export const registerClosing = (server: FastifyInstance): void => {
  const silent = new Set<Socket>();
  let closing = false;
  server.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.server.on('request', ({ socket }, response: ServerResponse) => {
    silent.delete(socket);
    response.once('finish', () => {
      if (closing) socket.end();
    });
  });
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close');
  });
  server.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => {
      for (const socket of silent) socket.destroy();
    }, graceMs);
  });
};
