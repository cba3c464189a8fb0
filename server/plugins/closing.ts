import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as waitFor } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A server that begins to close takes so long what is on its way: it stands in the queue of the operating system. */
const graceMs = 300;
const lookAgainMs = 500;

/**
 * What was asked is answered, and nothing else is waited for; an answer that is not taken within `lastMs` is cut. Node counts a connection that has never asked anything as
 * busy for a minute (browsers open them ahead of need), and one whose answer came during the closing as idle but open.
 */
export const registerClosing = (server: FastifyInstance, lastMs: number): void => {
  const silent = new Set<Socket>();
  const answering = new Set<ServerResponse>();
  let closing = false;
  let late = false;
  server.server.on('connection', (socket: Socket) => {
    if (late) return socket.destroy();
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.server.on('request', ({ socket }, response: ServerResponse) => {
    silent.delete(socket);
    answering.add(response);
    response.once('close', () => answering.delete(response));
    response.once('finish', () => {
      if (closing) socket.end();
    });
  });
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close');
  });
  server.addHook('preClose', async () => {
    closing = true;
    if (server.server.listening) await waitFor(graceMs);
    late = true;
    for (const socket of silent) socket.destroy();
    // What waited for its turn begins later, and is cut then: whoever takes an answer at all has it by the next look.
    const cut = () => {
      for (const response of answering) if (response.headersSent) response.destroy();
      setTimeout(cut, lookAgainMs).unref();
    };
    setTimeout(cut, lastMs).unref();
  });
};
