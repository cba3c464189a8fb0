import { Readable } from 'node:stream';
import type { Caller } from '../../context.ts';
import type { StoredEvent } from './repository.ts';

/** A reader that is further behind than this is cut: it resumes from where it was, and nobody's memory fills up. */
const mostWaitingBytes = 256 * 1024;

export interface Stream {
  readonly caller: Caller;
  readonly tokenHash: Buffer;
  readonly readable: Readable;
  /** Number of the last event that was looked at for this reader. */
  position: number;
}

export const openStream = (caller: Caller, tokenHash: Buffer, position: number): Stream => ({
  caller,
  tokenHash,
  readable: new Readable({ read: () => {} }),
  position,
});

const write = ({ readable }: Stream, text: string): void => {
  if (readable.destroyed || readable.readableEnded) return;
  readable.push(text);
  if (readable.readableLength > mostWaitingBytes) readable.destroy();
};

export const writeEvent = (stream: Stream, event: string, data: object): void =>
  write(stream, `event: ${event}\nid: ${stream.position}\ndata: ${JSON.stringify(data)}\n\n`);

/** Says that the line still stands, and how far the reader has come: what was for others need not be looked at again. */
export const writeBeat = (stream: Stream): void => write(stream, `: beat\nid: ${stream.position}\n\n`);

/** Sends the reader what of these is theirs. Numbers have no gaps: one that is missing was pruned. */
export const deliver = (stream: Stream, events: readonly StoredEvent[]): void => {
  for (const event of events) {
    if (event.id <= stream.position) continue;
    const missed = event.id !== stream.position + 1;
    stream.position = event.id;
    if (missed) writeEvent(stream, 'reset', {});
    else if (event.account_id === null || event.account_id === stream.caller.accountId)
      writeEvent(stream, event.type, event.data);
  }
};

/** Ends the stream; a reader that does not take its end is cut. */
export const endStream = ({ readable }: Stream, patienceMs: number): void => {
  if (readable.destroyed) return;
  readable.push(null);
  setTimeout(() => readable.destroy(), patienceMs).unref();
};
