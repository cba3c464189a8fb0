import { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import { eventChannel, sharedEvent } from '../../db/change.ts';
import type { Caller } from '../../transaction.ts';
import { makeListener } from './listener.ts';
import { readBounds, readEventIdBefore, readEvents, readSessions, type StoredEvent } from './repository.ts';

/**
 * Number of buffered bytes from which an event stream counts as full. Further events wait in the database until the
 * buffer is almost empty.
 */
const bufferMaxBytes = 64 * 1024;
const refillBelowBytes = 16 * 1024;

interface EventStream {
  readonly caller: Caller;
  readonly tokenHash: Buffer;
  readonly readable: Readable;
  /** Number of the last event that was sent on this stream, or skipped because it is for another user. */
  position: number;
  /** Whether the buffer is full, because the client reads more slowly than events arrive. */
  full: boolean;
  /**
   * Number of bytes that were buffered at the last heartbeat with a full buffer. Infinity: no heartbeat since the
   * buffer was last almost empty.
   */
  bufferedAtBeatBytes: number;
}

/** Opens an event stream. `onDrained` is called when the full buffer of the stream has become almost empty. */
const openStream = (caller: Caller, tokenHash: Buffer, position: number, onDrained: () => void): EventStream => {
  const read = () => {
    if (!stream.full) return;
    stream.full = false;
    stream.bufferedAtBeatBytes = Number.POSITIVE_INFINITY;
    onDrained();
  };
  const readable = new Readable({ highWaterMark: refillBelowBytes, read });
  const bufferedAtBeatBytes = Number.POSITIVE_INFINITY;
  const stream: EventStream = { caller, tokenHash, readable, position, full: false, bufferedAtBeatBytes };
  return stream;
};

const write = (stream: EventStream, text: string): void => {
  const { readable } = stream;
  if (readable.destroyed || readable.readableEnded) return;
  readable.push(text);
  if (readable.readableLength >= bufferMaxBytes) stream.full = true;
};

const writeEvent = (stream: EventStream, event: string, data: object): void =>
  write(stream, `event: ${event}\nid: ${stream.position}\ndata: ${JSON.stringify(data)}\n\n`);

/**
 * Sends a heartbeat, which shows that the connection works. It also contains the stream's position. So a client that
 * reconnects skips events that were for other users.
 * If the client has read nothing since the last heartbeat, its connection is closed. The client reconnects and
 * continues from its position.
 */
const writeHeartbeat = (stream: EventStream): void => {
  if (!stream.full) {
    writeEvent(stream, 'beat', {});
    return;
  }
  const bufferedBytes = stream.readable.readableLength;
  if (bufferedBytes >= stream.bufferedAtBeatBytes) stream.readable.destroy();
  stream.bufferedAtBeatBytes = bufferedBytes;
};

/**
 * Sends events on a stream until its buffer is full.
 * Event numbers have no gaps, so a gap means that old events were deleted. The client then gets the event `reset`.
 */
const writeEvents = (stream: EventStream, events: readonly StoredEvent[], heartbeatData: object): void => {
  for (const event of events) {
    if (stream.full) return;
    if (event.id <= stream.position) continue;
    const hasGap = event.id !== stream.position + 1;
    stream.position = event.id;
    if (hasGap) writeEvent(stream, 'reset', heartbeatData);
    else if (event.account_id === null || event.account_id === stream.caller.accountId)
      writeEvent(stream, event.type, event.data);
  }
};

/** Ends the stream. If the client does not read the end in time, its connection is closed. */
const endStream = ({ readable }: EventStream, waitMaxMs: number): void => {
  if (readable.destroyed) return;
  readable.push(null);
  setTimeout(() => readable.destroy(), waitMaxMs).unref();
};

const heartbeatEveryS = 15;
const sessionCheckEveryMs = 2000;
const endWaitMaxMs = 1000;
/**
 * Maximum number of event streams per account. A browser has one for all its tabs. A program with more streams forgets
 * to close them.
 */
const streamsPerAccountMax = 20;
/** Maximum number of events that are read at once. About as many fit the buffer of a stream. */
const eventBatchSize = 200;

interface StreamStart {
  readonly lastEventId?: string | undefined;
  readonly secondsBack?: number | undefined;
}

export interface Hub {
  /** Opens an event stream that begins after the last event id, a number of seconds ago, or now. */
  readonly open: (caller: Caller, tokenHash: Buffer, start: StreamStart) => Promise<EventStream>;
  /**
   * Starts to listen for changes of data shared by all companies. Calls `onChange` whenever such data has changed, or
   * may have changed.
   */
  readonly onSharedChange: (onChange: () => Promise<void>) => Promise<void>;
  /** Ends every event stream, so that the server can stop. */
  readonly close: () => Promise<void>;
  /**
   * Returns the number of open streams, the number of streams with a full buffer, and whether the database connection
   * listens.
   */
  readonly state: () => { readonly open: number; readonly waiting: number; readonly listening: boolean };
}

const parseEventId = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

type LogFailure = (message: string) => (error: unknown) => void;

/** Open event streams by company, in the order in which they were opened. */
const makeStreamRegistry = () => {
  const companies = new Map<number, Set<EventStream>>();
  return {
    companyIds: () => companies.keys(),
    hasCompany: (companyId: number) => companies.has(companyId),
    ofCompany: (companyId: number): EventStream[] => [...(companies.get(companyId) ?? [])],
    all: (): EventStream[] => [...companies.values()].flatMap(each => [...each]),
    /** Adds a stream until it closes. Ends the oldest streams of its account if there are too many. */
    add: (stream: EventStream): void => {
      const { companyId, accountId } = stream.caller;
      const company = companies.get(companyId) ?? new Set();
      const streams = [...company].filter(({ caller }) => caller.accountId === accountId);
      for (const oldest of streams.slice(0, Math.max(0, streams.length + 1 - streamsPerAccountMax)))
        endStream(oldest, endWaitMaxMs);
      companies.set(companyId, company.add(stream));
      stream.readable.once('close', () => {
        company.delete(stream);
        if (company.size === 0 && companies.get(companyId) === company) companies.delete(companyId);
      });
    },
  };
};
type StreamRegistry = ReturnType<typeof makeStreamRegistry>;

/** Reads the data that all companies share. Reads run one after another, so that the newest data is kept. */
const makeSharedReads = (logFailure: LogFailure) => {
  const handlers: (() => Promise<void>)[] = [];
  let lastRead: Promise<unknown> = Promise.resolve();
  return {
    add: (handler: () => Promise<void>) => void handlers.push(handler),
    start: (): void => {
      const readAll = () =>
        Promise.all(handlers.map(handler => handler().catch(logFailure('what is shared was not read'))));
      lastRead = lastRead.then(readAll);
    },
    /** Resolves when the reads that have started are finished. */
    finished: () => lastRead,
  };
};

/**
 * Returns a function that reads the company's events from the position of its slowest stream to the end, and sends
 * them. The function skips streams with a full buffer. A call during a read makes this read repeat.
 */
const makeEventSender = (
  db: Context['db'],
  streams: StreamRegistry,
  heartbeatData: object,
  sharedReadsFinished: () => Promise<unknown>,
) => {
  const readsInProgress = new Map<number, { mustRepeat: boolean }>();
  return async (companyId: number): Promise<void> => {
    const readInProgress = readsInProgress.get(companyId);
    if (readInProgress) {
      readInProgress.mustRepeat = true;
      return;
    }
    const state = { mustRepeat: true };
    readsInProgress.set(companyId, state);
    try {
      while (state.mustRepeat) {
        const readers = streams.ofCompany(companyId).filter(({ full }) => !full);
        if (readers.length === 0) break;
        state.mustRepeat = false;
        const from = Math.min(...readers.map(({ position }) => position));
        const events = await readEvents(db, companyId, from, eventBatchSize);
        // A client that receives an event reads the changed data at once. So the server first finishes its own read of
        // shared data. Otherwise it would answer with the former data.
        await sharedReadsFinished();
        for (const reader of readers) writeEvents(reader, events, heartbeatData);
        if (events.length === eventBatchSize) state.mustRepeat = true;
      }
    } finally {
      readsInProgress.delete(companyId);
    }
  };
};

/** Ends the streams whose session has ended, or has other roles. The client then reconnects with the present roles. */
const endInvalidStreams = async (db: Context['db'], open: readonly EventStream[], now: Date): Promise<void> => {
  if (open.length === 0) return;
  const sessions = await readSessions(
    db,
    open.map(({ tokenHash }) => tokenHash),
    now,
  );
  for (const stream of open) {
    const roles = sessions.get(stream.tokenHash.toString('base64'));
    if (roles?.join() !== stream.caller.roles.join()) endStream(stream, endWaitMaxMs);
  }
};

/**
 * Returns the position at which a stream begins. `isComplete` is false if the requested position is invalid, or if
 * events after it are no longer stored.
 */
const readStartPosition = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  companyId: number,
  { lastEventId, secondsBack }: StreamStart,
): Promise<{ readonly isComplete: boolean; readonly position: number }> => {
  const { first, last } = await readBounds(db, companyId);
  const oldest = first === null ? last : first - 1;
  if (lastEventId !== undefined) {
    const position = parseEventId(lastEventId);
    return position !== undefined && position >= oldest && position <= last
      ? { isComplete: true, position }
      : { isComplete: false, position: last };
  }
  if (secondsBack === undefined) return { isComplete: true, position: last };
  const since = new Date(now().getTime() - secondsBack * 1000);
  return { isComplete: true, position: (await readEventIdBefore(db, companyId, since)) ?? oldest };
};

/**
 * Creates the hub of the event streams of this process. One database connection listens for all of them. The events of
 * a company are read once for all its streams.
 */
export const makeHub = (context: Context, heartbeatS = heartbeatEveryS): Hub => {
  const { db, pool, now, log } = context;
  const heartbeatData = { BeatS: heartbeatS };
  const logFailure: LogFailure = message => error => log.warn({ err: error }, `live: ${message}`);
  const streams = makeStreamRegistry();
  const sharedReads = makeSharedReads(logFailure);
  const sendNewEvents = makeEventSender(db, streams, heartbeatData, sharedReads.finished);
  const timers: ReturnType<typeof setInterval>[] = [];
  let closed = false;

  const startSending = (companyId: number): void =>
    void sendNewEvents(companyId).catch(logFailure('events were not read'));
  const startSendingToAll = (): void => {
    for (const companyId of streams.companyIds()) startSending(companyId);
  };

  const listener = makeListener(pool, eventChannel, {
    notified: payload => {
      if (payload === sharedEvent) sharedReads.start();
      if (streams.hasCompany(Number(payload))) startSending(Number(payload));
    },
    connected: () => {
      startSendingToAll();
      sharedReads.start();
    },
    lost: logFailure('the connection that listens was lost'),
  });

  const sendHeartbeats = (): void => {
    for (const stream of streams.all()) writeHeartbeat(stream);
    // Limits the delay of events if a notification of the database is lost.
    startSendingToAll();
  };
  const checkSessions = (): void =>
    void endInvalidStreams(db, streams.all(), now()).catch(logFailure('sessions were not checked'));
  const startTimers = (): void => {
    if (timers.length > 0) return;
    const every = (ms: number, work: () => void) => timers.push(setInterval(work, ms).unref());
    every(heartbeatS * 1000, sendHeartbeats);
    every(sessionCheckEveryMs, checkSessions);
  };

  return {
    open: async (caller, tokenHash, start) => {
      // Listening starts before the first read, so that no event in between is missed.
      await listener.start();
      const { isComplete, position } = await readStartPosition(context, caller.companyId, start);
      const stream = openStream(caller, tokenHash, position, () => startSending(caller.companyId));
      writeEvent(stream, isComplete ? 'ready' : 'reset', heartbeatData);
      if (closed) {
        endStream(stream, endWaitMaxMs);
        return stream;
      }
      streams.add(stream);
      startTimers();
      startSending(caller.companyId);
      return stream;
    },
    onSharedChange: async onChange => {
      sharedReads.add(onChange);
      await listener.start();
    },
    close: async () => {
      closed = true;
      for (const timer of timers) clearInterval(timer);
      for (const stream of streams.all()) endStream(stream, endWaitMaxMs);
      listener.stop();
    },
    state: () => {
      const open = streams.all();
      return { open: open.length, waiting: open.filter(({ full }) => full).length, listening: listener.isUp() };
    },
  };
};
