import { deserialize } from 'node:v8';
import { ordinaryBodyBytes } from '../../../src/contract/call.ts';
import { maxMessages } from '../../../src/contract/shapes/telemetry.ts';
import { UnreadBody } from '../../engine/validation.ts';
import { DomainError, invalid } from '../../errors.ts';
import type { Workers } from '../../threads/workers.ts';
import { faultsOfMessages } from './checks.ts';
import type { MessageContent } from './content.ts';
import { type DevicePeriod, type MessagePart, splitMessage } from './devicePeriods.ts';
import { type PreparedMessage, prepareMessage } from './preparing.ts';
import { type Message, type MessageKind, refusalErrorOf } from './reading.ts';
import type { QuarantinedMessage } from './repository.ts';
import type { PackedMessages, ReadTask, Tasks } from './thread.ts';

/**
 * Maximum number of large bodies that wait for a worker thread. Each body takes memory. Further bodies are refused, and
 * their senders are asked to retry after `retryAfterS` seconds.
 */
const maxWaitingBodies = 8;
const retryAfterS = 5;

const explainOutOfMemory = (error: NodeJS.ErrnoException): never => {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
  throw new DomainError('MALFORMED', { values: { detail: 'too much memory' } });
};

const readInWorker = async (workers: Workers, task: ReadTask) => {
  // Copies bytes that lie in Node's shared buffer pool, because such memory cannot be transferred to a thread.
  const transferable = task.bytes.byteLength === task.bytes.buffer.byteLength ? task.bytes : task.bytes.slice();
  const answer = await workers
    .run<Tasks['read']>('modules/ingest/read', { ...task, bytes: transferable }, [transferable.buffer as ArrayBuffer])
    .catch(explainOutOfMemory);
  if ('refused' in answer) throw refusalErrorOf(answer);
  return answer;
};

function* unpackMessages({ bytes, ends }: PackedMessages): Generator<PreparedMessage> {
  for (let i = 0, from = 0; i < ends.length; from = ends[i++]!)
    yield deserialize(bytes.subarray(from, ends[i])) as PreparedMessage;
}

export interface ReceivedMessages {
  /** The messages that the server stores. Each is prepared only when the caller asks for it. */
  readonly messages: Iterable<PreparedMessage>;
  /** Number of further messages, which are refused. */
  readonly surplusCount: number;
}

const readLarge = async (workers: Workers, task: ReadTask): Promise<ReceivedMessages> => {
  const packedMessages = await readInWorker(workers, task);
  return { messages: unpackMessages(packedMessages), surplusCount: packedMessages.surplusCount };
};

function* prepareEach(kind: MessageKind, messages: readonly Message[], nowMs: number): Generator<PreparedMessage> {
  for (const message of messages) yield prepareMessage(kind, message, nowMs);
}

const readSmall = (kind: MessageKind, body: Message | Message[], nowMs: number): ReceivedMessages => {
  const faults = faultsOfMessages(kind, body);
  if (faults.length > 0) throw invalid(...faults);
  const messages = Array.isArray(body) ? body : [body];
  const stored = messages.slice(0, maxMessages);
  return { messages: prepareEach(kind, stored, nowMs), surplusCount: messages.length - stored.length };
};

/**
 * Reads the messages of a request. Throws if one of them is invalid, before any is stored. A worker thread reads a large
 * body.
 */
export const readMessages = async (
  workers: Workers,
  kind: MessageKind,
  body: Message | Message[] | UnreadBody,
  nowMs: number,
): Promise<ReceivedMessages> => {
  if (!(body instanceof UnreadBody)) return readSmall(kind, body, nowMs);
  if (workers.queueLength() >= maxWaitingBodies) throw new DomainError('OVERLOADED', { retryAfterS });
  return readLarge(workers, { kind, bytes: body.bytes, nowMs, accepted: false });
};

/** Prepares a quarantined message for storing. Its times are checked against the time of its arrival. */
export const readQuarantined = async (
  workers: Workers,
  { kind, text, receivedMs, contentHash }: QuarantinedMessage,
): Promise<PreparedMessage> => {
  if (text.length <= ordinaryBodyBytes)
    return { ...prepareMessage(kind, JSON.parse(text) as Message, receivedMs), contentHash };
  const { bytes } = await readInWorker(workers, { kind, bytes: Buffer.from(text), nowMs: receivedMs, accepted: true });
  return { ...(deserialize(bytes) as PreparedMessage), contentHash };
};

/**
 * Divides a message during which the device changed hands into its parts, and prepares each part. The parts have the
 * hash of the whole message.
 */
export const readParts = async (
  workers: Workers,
  periods: readonly DevicePeriod[],
  { text, receivedMs, contentHash }: PreparedMessage,
): Promise<MessagePart<PreparedMessage>[]> => {
  if (text.length <= ordinaryBodyBytes)
    return splitMessage(periods, JSON.parse(Buffer.from(text).toString('utf8')) as MessageContent, receivedMs).map(
      part => ({
        ...part,
        message: { ...prepareMessage(part.message.kind, part.message.content, receivedMs), contentHash },
      }),
    );
  const bytes = text.slice();
  const packedMessages = await workers
    .run<Tasks['splitParts']>('modules/ingest/splitParts', { periods, bytes, receivedMs }, [
      bytes.buffer as ArrayBuffer,
    ])
    .catch(explainOutOfMemory);
  return Array.from(unpackMessages(packedMessages), (message, i) => {
    const { periodIndex, isMain } = packedMessages.parts[i]!;
    return { period: periods[periodIndex], isMain, message: { ...message, contentHash } };
  });
};
