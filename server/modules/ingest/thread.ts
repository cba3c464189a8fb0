import { serialize } from 'node:v8';
import { Piscina } from 'piscina';
import { ingestCalls } from '../../../src/contract/calls/ingest.ts';
import { oneOrMany } from '../../engine/validation.ts';
import { fixesOf, type StoredBlock } from '../telemetry/service.ts';
import { setStepsAside } from './contact.ts';
import type { MessageContent } from './content.ts';
import { type DevicePeriod, splitMessage } from './devicePeriods.ts';
import { readDrives } from './drives.ts';
import { judge, readUpright } from './judging.ts';
import { type PreparedMessage, prepareMessage } from './preparing.ts';
import { type Kind, type Refused, readBody } from './reading.ts';
import { isRepeat } from './repeats.ts';
import { type CutWindow, cutWindow, type Decided, type ReadMargin, type Stretch, timeToRead } from './window.ts';

/*
 * Code of the worker threads (server/threads/workers.ts): pure functions.
 */

export interface ReadTask {
  readonly kind: Kind;
  readonly bytes: Uint8Array;
  readonly nowMs: number;
  /** True if the body was accepted on arrival and needs no second check. */
  readonly accepted: boolean;
}

/** Serialised messages in one buffer: the receiver unpacks them one at a time. */
export interface PackedMessages {
  readonly bytes: Uint8Array;
  /** End offset of each message. */
  readonly ends: Float64Array;
}

const checks = {
  statistic: oneOrMany(ingestCalls['POST /api/statistic/webhook'].body),
  crash: oneOrMany(ingestCalls['POST /api/crash/webhook'].body),
};

/** Returns a result of a task so that its memory is transferred to the main thread instead of copied. */
const moved = <T extends object>(value: T, transfer: readonly unknown[]): T =>
  Piscina.move({ [Piscina.transferableSymbol]: transfer, [Piscina.valueSymbol]: value } as never) as unknown as T;

const pack = (prepared: Iterable<PreparedMessage>): PackedMessages => {
  const parts = Array.from(prepared, message => serialize(message));
  let end = 0;
  const ends = Float64Array.from(parts, ({ length }) => {
    end += length;
    return end;
  });
  const bytes = new Uint8Array(end);
  for (const [i, part] of parts.entries()) bytes.set(part, ends[i]! - part.length);
  return { bytes, ends };
};

const movedPack = <P extends PackedMessages>(packed: P): P => moved(packed, [packed.bytes.buffer, packed.ends.buffer]);

/** Warms up the thread: loading this module compiles the checks. The function itself does nothing. */
export const begin = (): void => {};

export const read = ({ kind, bytes, nowMs, accepted }: ReadTask): PackedMessages | Refused => {
  const body = readBody(kind, bytes, nowMs, accepted ? undefined : checks[kind]);
  return 'refused' in body ? body : movedPack(pack(body.messages.map(message => prepareMessage(kind, message, nowMs))));
};

export interface ShareTask {
  readonly periods: readonly DevicePeriod[];
  /** JSON of an accepted message. */
  readonly bytes: Uint8Array;
  readonly receivedMs: number;
}

export interface PackedShares extends PackedMessages {
  /** For each part: index of its period in `periods` of the task, or -1 if no voucher had the device then. */
  readonly shares: readonly { readonly place: number; readonly main: boolean }[];
}

/** Divides a message among the periods of its device, and prepares the parts. */
export const share = ({ periods, bytes, receivedMs }: ShareTask): PackedShares => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const parts = splitMessage(periods, JSON.parse(text) as MessageContent, receivedMs);
  const packed = pack(parts.map(({ message }) => prepareMessage(message.kind, message.sent, receivedMs)));
  const shares = parts.map(({ period, main }) => ({ place: period ? periods.indexOf(period) : -1, main }));
  return movedPack({ ...packed, shares });
};

export interface CutTask {
  readonly stretch: Stretch;
  readonly reach: ReadMargin;
  readonly blocks: readonly StoredBlock[];
  readonly cleared: readonly Decided[];
}

export const cut = ({ stretch, reach, blocks, cleared }: CutTask): CutWindow | ReadMargin => {
  const { fromMs, toMs } = timeToRead(stretch, reach);
  return cutWindow(stretch, reach, fixesOf(blocks, fromMs, toMs), cleared);
};

export const drives = readDrives;

export { isRepeat, judge, setStepsAside };
export const upright = readUpright;

export interface Tasks {
  readonly begin: typeof begin;
  readonly read: typeof read;
  readonly share: typeof share;
  readonly cut: typeof cut;
  readonly drives: typeof drives;
  readonly judge: typeof judge;
  readonly upright: typeof upright;
}
