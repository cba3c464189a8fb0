import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * Ends the connection when the driver fails to parse data of the database, such as a value longer than a string may be.
 * The driver parses in an event of the socket, so its error would otherwise end the process. Takes a connected client.
 */
export const guardParser = (client: pg.ClientBase): void => {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  for (const parse of stream.listeners('data') as ((bytes: Buffer) => void)[]) {
    stream.off('data', parse);
    stream.on('data', bytes => {
      try {
        parse(bytes);
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
  }
};

/**
 * Opens a single connection. Its loss fails the running statements and nothing else. The caller ends the connection.
 */
export const openClient = async (config: pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client({ connectionTimeoutMillis: 5000, ...config });
  // This listener does nothing, because an `error` event without a listener would end the process.
  client.on('error', () => {});
  await client.connect();
  guardParser(client);
  return client;
};
