import { Readable } from 'node:stream';
import type { Caller } from '../../transaction.ts';
import type { StoredEvent } from './repository.ts';

/** Bytes buffered per reader. Further events wait in the database until the buffer is almost empty. */
const mostWaitingBytes = 64 * 1024;
const littleBytes = 16 * 1024;

export interface Stream {
  readonly caller: Caller;
  readonly tokenHash: Buffer;
  readonly readable: Readable;
  /** Number of the last event examined for this reader. */
  position: number;
  /** The reader is slower than the events. */
  full: boolean;
  /** Bytes buffered at the last heartbeat, if full. */
  leftAtBeat: number;
}

/** Opens a stream. `onRoom` is called when a full reader has emptied its buffer. */
export const openStream = (caller: Caller, tokenHash: Buffer, position: number, onRoom: () => void): Stream => {
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

export const writeEvent = (stream: Stream, event: string, data: object): void =>
  write(stream, `event: ${event}\nid: ${stream.position}\ndata: ${JSON.stringify(data)}\n\n`);

/**
 * Sends a heartbeat. It shows that the connection works, and the reader's position, so that others' events are not read
 * again.
 * A reader that took nothing since the last heartbeat is cut and resumes from its position.
 */
export const writeBeat = (stream: Stream): void => {
  if (!stream.full) {
    writeEvent(stream, 'beat', {});
    return;
  }
  const left = stream.readable.readableLength;
  if (left >= stream.leftAtBeat) stream.readable.destroy();
  stream.leftAtBeat = left;
};

/** Sends a reader its events while there is room. Numbers have no gaps, so a missing event was deleted by upkeep. */
export const deliver = (stream: Stream, events: readonly StoredEvent[], beats: object): void => {
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
export const endStream = ({ readable }: Stream, patienceMs: number): void => {
  if (readable.destroyed) return;
  readable.push(null);
  setTimeout(() => readable.destroy(), patienceMs).unref();
};
