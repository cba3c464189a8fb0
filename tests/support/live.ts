import { type AppOptions, buildApp } from '../../server/app.ts';
import { connect } from '../../server/db/connect.ts';
import { insurer } from '../../server/insurer.ts';
import type { TestApp } from './app.ts';
import { patientLoopMs } from './database.ts';

interface Received {
  readonly event: string;
  readonly id: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what they read of an event
  readonly data: any;
}

export interface OpenStream {
  readonly status: number;
  readonly headers: Headers;
  readonly received: Received[];
  /** All received text, including comments such as the heartbeat. */
  readonly text: () => string;
  /** Resolves to the first matching event, past or future. */
  readonly until: (is: (event: Received) => boolean, ms?: number) => Promise<Received>;
  readonly ended: Promise<void>;
  readonly cut: () => void;
}

const parse = (block: string): Received | undefined => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const data = field('data');
  return data === undefined
    ? undefined
    : { event: field('event') ?? 'message', id: Number(field('id')), data: JSON.parse(data) };
};

/** Opens the stream like a browser and collects its events. */
export const openEvents = async (
  address: string,
  token: string,
  lastEventId?: number,
  query = '',
): Promise<OpenStream> => {
  const abort = new AbortController();
  const reply = await fetch(`${address}/api/v3/events${query}`, {
    headers: {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip, br',
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
    signal: abort.signal,
  });
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let text = '';
  let rest = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of reply.body ?? []) {
      const part = decoder.decode(chunk as Uint8Array, { stream: true });
      text += part;
      const blocks = (rest + part).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const event of blocks.map(parse)) if (event) received.push(event);
      for (const look of waiting) look();
    }
  };
  const ended = read().catch(() => {});
  return {
    status: reply.status,
    headers: reply.headers,
    received,
    text: () => text,
    ended,
    cut: () => abort.abort(),
    until: (is, ms = 60_000) =>
      new Promise((done, fail) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          fail(new Error(`It did not come; there were ${JSON.stringify(received.map(({ event }) => event))}`));
        }, ms);
        const look = () => {
          const found = received.find(is);
          if (!found) return;
          clearTimeout(timer);
          waiting.delete(look);
          done(found);
        };
        waiting.add(look);
        look();
      }),
  };
};

/** Opens a second server on the same database, as in another process. */
export const openSecond = async (app: TestApp, more: Partial<AppOptions> = {}) => {
  const connection = connect(app.connection.pool.options.connectionString ?? '', () => {}, 8);
  const server = await buildApp({
    ...insurer,
    connection,
    now: app.clock.now,
    logger: false,
    loopDelayMs: patientLoopMs,
    ...more,
  });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  return {
    server,
    address,
    connection,
    close: async () => {
      await server.close();
      await connection.close();
    },
  };
};
