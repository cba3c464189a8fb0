import { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import { eventChannel, sharedEvent } from '../../db/change.ts';
import type { Caller } from '../../transaction.ts';
import { makeListener } from './listener.ts';
import { readBounds, readEvents, readPlaceBefore, readSessions, type StoredEvent } from './repository.ts';

/** Bytes buffered per reader. Further events wait in the database until the buffer is almost empty. */
const mostWaitingBytes = 64 * 1024;
const littleBytes = 16 * 1024;

interface Stream {
  readonly caller: Caller;
  readonly tokenHash: Buffer;
  readonly readable: Readable;
  /** Number of the last event examined for this reader. */
  position: number;
  /** Whether the buffer is full, because the reader is slower than the events. */
  full: boolean;
  /**
   * Bytes buffered at the last heartbeat with a full buffer. Infinity: there was none since the buffer was last
   * emptied.
   */
  leftAtBeat: number;
}

/** Opens a stream. `onRoom` is called when the buffer of a full stream has been emptied. */
const openStream = (caller: Caller, tokenHash: Buffer, position: number, onRoom: () => void): Stream => {
  const read = () => {
    if (!stream.full) return;
    stream.full = false;
    stream.leftAtBeat = Number.POSITIVE_INFINITY;
    onRoom();
  };
  const readable = new Readable({ highWaterMark: littleBytes, read });
  const leftAtBeat = Number.POSITIVE_INFINITY;
  const stream: Stream = { caller, tokenHash, readable, position, full: false, leftAtBeat };
  return stream;
};

const write = (stream: Stream, text: string): void => {
  const { readable } = stream;
  if (readable.destroyed || readable.readableEnded) return;
  readable.push(text);
  if (readable.readableLength >= mostWaitingBytes) stream.full = true;
};

const writeEvent = (stream: Stream, event: string, data: object): void =>
  write(stream, `event: ${event}\nid: ${stream.position}\ndata: ${JSON.stringify(data)}\n\n`);

/**
 * Sends a heartbeat. It shows that the connection works. It also contains the reader's position, so that a reconnecting
 * reader skips the events of others.
 * A reader that took nothing since the last heartbeat is cut, and resumes from its position.
 */
const writeBeat = (stream: Stream): void => {
  if (!stream.full) {
    writeEvent(stream, 'beat', {});
    return;
  }
  const left = stream.readable.readableLength;
  if (left >= stream.leftAtBeat) stream.readable.destroy();
  stream.leftAtBeat = left;
};

/**
 * Sends a reader its events until its buffer is full. Event numbers have no gaps, so a gap means that upkeep has
 * deleted events. The reader then gets the event `reset`.
 */
const deliver = (stream: Stream, events: readonly StoredEvent[], beats: object): void => {
  for (const event of events) {
    if (stream.full) return;
    if (event.id <= stream.position) continue;
    const missed = event.id !== stream.position + 1;
    stream.position = event.id;
    if (missed) writeEvent(stream, 'reset', beats);
    else if (event.account_id === null || event.account_id === stream.caller.accountId)
      writeEvent(stream, event.type, event.data);
  }
};

/** Ends the stream. A client that does not read the end is cut. */
const endStream = ({ readable }: Stream, patienceMs: number): void => {
  if (readable.destroyed) return;
  readable.push(null);
  setTimeout(() => readable.destroy(), patienceMs).unref();
};

const beatEveryS = 15;
const sessionsEveryMs = 2000;
const patienceMs = 1000;
/**
 * Maximum number of streams per account. A browser has one for all its tabs, so more come from a program that leaks
 * them.
 */
const streamsPerAccount = 20;
/** Maximum number of events that are read at once. About as many fit a reader's buffer. */
const batch = 200;

interface Beginning {
  readonly lastEventId?: string | undefined;
  readonly backS?: number | undefined;
}

export interface Hub {
  /** Opens a stream from the last event id, from a number of seconds ago, or from now. */
  readonly open: (caller: Caller, tokenHash: Buffer, from: Beginning) => Promise<Stream>;
  /** Starts to listen. Calls `changed` whenever data shared by all companies has changed, or may have changed. */
  readonly onShared: (changed: () => Promise<void>) => Promise<void>;
  /** Ends every stream, so that the server can end. */
  readonly close: () => Promise<void>;
  /** Number of open streams and of lagging readers, and whether the database connection listens. */
  readonly state: () => { readonly open: number; readonly waiting: number; readonly listening: boolean };
}

const placeIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** The open streams of this process: one listening connection, and one reader per company. */
export const makeHub = ({ db, pool, now, log }: Context, beatS = beatEveryS): Hub => {
  const beats = { BeatS: beatS };
  const companies = new Map<number, Set<Stream>>();
  const reading = new Map<number, { again: boolean }>();
  const timers: ReturnType<typeof setInterval>[] = [];
  let closed = false;

  const streams = (): Stream[] => [...companies.values()].flatMap(each => [...each]);
  const failed = (what: string) => (error: unknown) => log.warn({ err: error }, `live: ${what}`);

  const shared: (() => Promise<void>)[] = [];
  /**
   * The last read of the data shared by all companies. Reads run one after another, so that the newest data is kept.
   */
  let sharing: Promise<unknown> = Promise.resolve();
  const tellShared = (): void => {
    const readAll = () => Promise.all(shared.map(changed => changed().catch(failed('what is shared was not read'))));
    sharing = sharing.then(readAll);
  };

  /** Reads events from the slowest reader's position to the end, and skips readers that are full. */
  const pump = async (companyId: number): Promise<void> => {
    const busy = reading.get(companyId);
    if (busy) {
      busy.again = true;
      return;
    }
    const state = { again: true };
    reading.set(companyId, state);
    try {
      while (state.again) {
        const readers = [...(companies.get(companyId) ?? [])].filter(({ full }) => !full);
        if (readers.length === 0) break;
        state.again = false;
        const from = Math.min(...readers.map(({ position }) => position));
        const events = await readEvents(db, companyId, from, batch);
        // A client that receives an event reads the changed data at once, and must not get the former data.
        await sharing;
        for (const reader of readers) deliver(reader, events, beats);
        if (events.length === batch) state.again = true;
      }
    } finally {
      reading.delete(companyId);
    }
  };
  const look = (companyId: number): void => void pump(companyId).catch(failed('events were not read'));
  const lookEverywhere = (): void => {
    for (const companyId of companies.keys()) look(companyId);
  };

  const listener = makeListener(pool, eventChannel, {
    notified: payload => {
      if (payload === sharedEvent) tellShared();
      if (companies.has(Number(payload))) look(Number(payload));
    },
    up: () => {
      lookEverywhere();
      tellShared();
    },
    lost: failed('the connection that listens was lost'),
  });

  const beat = (): void => {
    for (const stream of streams()) writeBeat(stream);
    // Limits the delay if a notification is lost.
    lookEverywhere();
  };

  const endEnded = async (): Promise<void> => {
    const open = streams();
    if (open.length === 0) return;
    const sessions = await readSessions(
      db,
      open.map(({ tokenHash }) => tokenHash),
      now(),
    );
    for (const stream of open) {
      const roles = sessions.get(stream.tokenHash.toString('base64'));
      // A stream also ends when the roles of its session changed. The client reconnects with the present roles.
      if (roles?.join() !== stream.caller.roles.join()) endStream(stream, patienceMs);
    }
  };

  const startTimers = (): void => {
    if (timers.length > 0) return;
    const every = (ms: number, work: () => void) => timers.push(setInterval(work, ms).unref());
    every(beatS * 1000, beat);
    every(sessionsEveryMs, () => void endEnded().catch(failed('sessions were not checked')));
  };

  /**
   * Returns the position at which a stream begins. False: the requested position is invalid, or events after it are no
   * longer stored.
   */
  const beginningOf = async (companyId: number, { lastEventId, backS }: Beginning): Promise<[boolean, number]> => {
    const { first, last } = await readBounds(db, companyId);
    const oldest = first === null ? last : first - 1;
    if (lastEventId !== undefined) {
      const place = placeIn(lastEventId);
      return place !== undefined && place >= oldest && place <= last ? [true, place] : [false, last];
    }
    if (backS === undefined) return [true, last];
    return [true, (await readPlaceBefore(db, companyId, new Date(now().getTime() - backS * 1000))) ?? oldest];
  };

  const join = (stream: Stream): void => {
    const { companyId, accountId } = stream.caller;
    const company = companies.get(companyId) ?? new Set();
    const streams = [...company].filter(({ caller }) => caller.accountId === accountId);
    // The streams are sorted by their time of opening, so the oldest ones end.
    for (const old of streams.slice(0, Math.max(0, streams.length + 1 - streamsPerAccount))) endStream(old, patienceMs);
    companies.set(companyId, company.add(stream));
    stream.readable.once('close', () => {
      company.delete(stream);
      if (company.size === 0 && companies.get(companyId) === company) companies.delete(companyId);
    });
  };

  return {
    open: async (caller, tokenHash, from) => {
      // Listens before it reads, so that nothing is missed in between.
      await listener.start();
      const [kept, place] = await beginningOf(caller.companyId, from);
      const stream = openStream(caller, tokenHash, place, () => look(caller.companyId));
      writeEvent(stream, kept ? 'ready' : 'reset', beats);
      if (closed) {
        endStream(stream, patienceMs);
        return stream;
      }
      join(stream);
      startTimers();
      look(caller.companyId);
      return stream;
    },
    onShared: async changed => {
      shared.push(changed);
      await listener.start();
    },
    close: async () => {
      closed = true;
      for (const timer of timers) clearInterval(timer);
      for (const stream of streams()) endStream(stream, patienceMs);
      listener.stop();
    },
    state: () => {
      const open = streams();
      return { open: open.length, waiting: open.filter(({ full }) => full).length, listening: listener.isUp() };
    },
  };
};
