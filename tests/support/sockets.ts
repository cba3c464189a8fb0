import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Starts a test's server on a free port. Returns the port. */
export const listen = async (server: FastifyInstance): Promise<number> => {
  await server.listen({ port: 0, host: '127.0.0.1' });
  const address = server.server.address();
  if (!address || typeof address !== 'object') throw new Error('The server does not listen.');
  return address.port;
};

/** A raw connection whose writes and reads the test controls. */
export interface Connected {
  readonly write: (text: string) => void;
  /** Text received so far. */
  readonly text: () => string;
  /** Resolves to all received text when the server closes the connection. */
  readonly closed: Promise<string>;
  readonly socket: Socket;
}

export const openSender = (port: number): Connected => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', chunk => {
    text += chunk;
  });
  // A reset counts as closed.
  socket.on('error', () => {});
  return {
    write: more => {
      if (socket.writable) socket.write(more);
    },
    text: () => text,
    closed: new Promise(done => socket.once('close', () => done(text))),
    socket,
  };
};

/** Opens a request on its own connection, whose reading the test controls. Reads nothing until `socket.resume()`. */
export const readRaw = (address: string, token: string, path: string, method = 'GET'): Connected => {
  const reader = openSender(Number(new URL(address).port));
  reader.socket.pause();
  reader.write(
    `${method} ${path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  );
  return reader;
};
