import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Lets a server of a test listen on a free port of this machine; answers the port. */
export const listen = async (server: FastifyInstance): Promise<number> => {
  await server.listen({ port: 0, host: '127.0.0.1' });
  const address = server.server.address();
  if (!address || typeof address !== 'object') throw new Error('The server does not listen.');
  return address.port;
};

/** A connection of somebody who sends what and when they like. */
export interface Sender {
  readonly write: (text: string) => void;
  /** All that was answered, once the server has closed the connection. */
  readonly closed: Promise<string>;
  readonly socket: Socket;
}

export const openSender = (port: number): Sender => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', chunk => {
    text += chunk.toString();
  });
  // A reset is as good an end as any.
  socket.on('error', () => {});
  return {
    write: more => {
      if (socket.writable) socket.write(more);
    },
    closed: new Promise(done => socket.once('close', () => done(text))),
    socket,
  };
};
