import { serialize } from 'node:v8';
import { Piscina } from 'piscina';
import { ingestCalls } from '../../../src/contract/calls/ingest.ts';
import { maxMessages } from '../../../src/contract/shapes/telemetry.ts';
import { makeOneOrManyValidator } from '../../engine/validation.ts';
import { quarantineSteppedFixes } from './contact.ts';
import type { MessageContent } from './content.ts';
import { cutFixes } from './cut.ts';
import { type DevicePeriod, splitMessage } from './devicePeriods.ts';
import { analyseDrives } from './drives.ts';
import { computeUprightImpact, judge } from './judging.ts';
import { type PreparedMessage, prepareMessage } from './preparing.ts';
import { type MessageKind, type RefusedBody, readBody } from './reading.ts';
import { isRepeat } from './repeats.ts';

/*
 * Code of the worker threads (server/threads/workers.ts): pure functions.
 */

export interface ReadTask {
  readonly kind: MessageKind;
  readonly bytes: Uint8Array;
  readonly nowMs: number;
  /** True if the body was checked and accepted on arrival, so it needs no second check. */
  readonly accepted: boolean;
}

/** Serialised messages in one buffer: the receiver unpacks them one at a time. */
export interface PackedMessages {
  readonly bytes: Uint8Array;
  /** End offset of each message in the buffer. */
  readonly ends: Float64Array;
}

const checks = {
  statistic: makeOneOrManyValidator(ingestCalls['POST /api/statistic/webhook'].body),
  crash: makeOneOrManyValidator(ingestCalls['POST /api/crash/webhook'].body),
};

/** Returns a result of a task so that its memory is transferred to the main thread instead of copied. */
const markForTransfer = <T extends object>(value: T, transfer: readonly unknown[]): T =>
  Piscina.move({ [Piscina.transferableSymbol]: transfer, [Piscina.valueSymbol]: value } as never) as unknown as T;

const packMessages = (prepared: Iterable<PreparedMessage>): PackedMessages => {
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

const transferPacked = <P extends PackedMessages>(packed: P): P =>
  markForTransfer(packed, [packed.bytes.buffer, packed.ends.buffer]);

/** Warms up the thread: loading this module compiles the checks. The function itself does nothing. */
export const warmUp = (): void => {};

export interface ReadMessages extends PackedMessages {
  /** Number of messages that the body has beyond those that a request stores. */
  readonly surplusCount: number;
}

export const read = ({ kind, bytes, nowMs, accepted }: ReadTask): ReadMessages | RefusedBody => {
  const body = readBody(kind, bytes, accepted ? undefined : checks[kind]);
  if ('refused' in body) return body;
  const stored = body.messages.slice(0, maxMessages);
  const packedMessages = packMessages(stored.map(message => prepareMessage(kind, message, nowMs)));
  return transferPacked({ ...packedMessages, surplusCount: body.messages.length - stored.length });
};

export interface SplitTask {
  readonly periods: readonly DevicePeriod[];
  /** Accepted message as JSON in UTF-8. */
  readonly bytes: Uint8Array;
  readonly receivedMs: number;
}

export interface PackedParts extends PackedMessages {
  /** For each part: index of its period in `periods` of the task, or -1 if no voucher had the device then. */
  readonly parts: readonly { readonly periodIndex: number; readonly isMain: boolean }[];
}

export const splitParts = ({ periods, bytes, receivedMs }: SplitTask): PackedParts => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const parts = splitMessage(periods, JSON.parse(text) as MessageContent, receivedMs);
  const packed = packMessages(parts.map(({ message }) => prepareMessage(message.kind, message.content, receivedMs)));
  const split = parts.map(({ period, isMain }) => ({ periodIndex: period ? periods.indexOf(period) : -1, isMain }));
  return transferPacked({ ...packed, parts: split });
};

export { analyseDrives as drives, cutFixes as cut, isRepeat, judge, quarantineSteppedFixes };
export const upright = computeUprightImpact;

export interface Tasks {
  readonly warmUp: typeof warmUp;
  readonly read: typeof read;
  readonly splitParts: typeof splitParts;
  readonly cut: typeof cutFixes;
  readonly drives: typeof analyseDrives;
  readonly judge: typeof judge;
  readonly upright: typeof upright;
}
