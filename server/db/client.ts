import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
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

/** The message of `pg`'s own time limit, so that both mean the same outage. */
const unansweredMessage = 'Query read timeout';

interface AnswerWatch {
  /** Silence of the database after which it is suspected to hang, ms. */
  readonly silenceMs: number;
  /** Returns whether the database answers another connection. The silent connection then waits on. */
  readonly isAnswering: () => Promise<boolean>;
}

/**
 * Ends the connection when its database hangs: a stopped process or a vanished host closes no connection, so the
 * statement would wait forever. Takes a connected client.
 */
export const watchAnswers = (client: pg.ClientBase, { silenceMs, isAnswering }: AnswerWatch): void => {
  const { connection } = client as unknown as { readonly connection: EventEmitter & { readonly stream: Socket } };
  const { stream } = connection;
  const write = stream.write.bind(stream);
  let timer: NodeJS.Timeout | undefined;
  const endIfHanging = async () => {
    const bytesBefore = stream.bytesRead;
    const othersAnswered = await isAnswering();
    // Reads what arrived while this process was too busy to read.
    await setImmediate();
    const answers = othersAnswered || stream.bytesRead > bytesBefore;
    if (answers) timer?.refresh();
    else if (timer) stream.destroy(new Error(unansweredMessage));
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  stream.write = ((...data: Parameters<Socket['write']>) => {
    timer ??= setTimeout(endIfHanging, silenceMs).unref();
    return write(...data);
  }) as Socket['write'];
  stream.on('data', () => timer?.refresh());
  stream.once('close', stop);
  connection.on('readyForQuery', stop);
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
