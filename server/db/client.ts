import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * Ends the connection where the driver fails over what the database sent, such as a value longer than a string may be.
 * The driver reads in an event of the socket, so that without this its error ends the process. Takes a connected client.
 */
export const guardParser = (client: pg.ClientBase): void => {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  for (const read of stream.listeners('data') as ((bytes: Buffer) => void)[]) {
    stream.off('data', read);
    stream.on('data', bytes => {
      try {
        read(bytes);
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
  }
};

/** Opens a single connection. Its loss fails the statements that run, and nothing else. The caller ends it. */
export const openClient = async (config: pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client({ connectionTimeoutMillis: 5000, ...config });
  // An `error` that nobody listens to ends the process.
  client.on('error', () => {});
  await client.connect();
  guardParser(client);
  return client;
};
