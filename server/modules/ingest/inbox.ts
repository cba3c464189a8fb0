import { deserialize } from 'node:v8';
import { ordinaryBodyBytes } from '../../../src/contract/call.ts';
import { UnreadBody } from '../../engine/validation.ts';
import { DomainError, invalid } from '../../errors.ts';
import type { Workers } from '../../threads/workers.ts';
import { faultsOfMessages } from './checks.ts';
import type { MessageContent } from './content.ts';
import { type DevicePeriod, type MessagePart, splitMessage } from './devicePeriods.ts';
import { type PreparedMessage, prepareMessage } from './preparing.ts';
import { asError, type Kind, type Message } from './reading.ts';
import type { QuarantinedMessage } from './repository.ts';
import type { PackedMessages, ReadTask, Tasks } from './thread.ts';

/**
 * Maximum number of large bodies that wait for a worker thread. Each body takes memory, so further ones are refused
 * with a retry after `retryAfterS` seconds.
 */
const mostWaiting = 8;
const retryAfterS = 5;

const explainMemory = (error: NodeJS.ErrnoException): never => {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
  throw new DomainError('MALFORMED', { values: { detail: 'too much memory' } });
};

const readElsewhere = async (workers: Workers, task: ReadTask) => {
  // Copies bytes that lie in Node's shared buffer pool, because such memory cannot be transferred to a thread.
  const own = task.bytes.byteLength === task.bytes.buffer.byteLength ? task.bytes : task.bytes.slice();
  const answer = await workers
    .run<Tasks['read']>('modules/ingest/read', { ...task, bytes: own }, [own.buffer as ArrayBuffer])
    .catch(explainMemory);
  if ('refused' in answer) throw asError(answer);
  return answer;
};

function* unpacked({ bytes, ends }: PackedMessages): Generator<PreparedMessage> {
  for (let i = 0, from = 0; i < ends.length; from = ends[i++]!)
    yield deserialize(bytes.subarray(from, ends[i])) as PreparedMessage;
}

async function* readLarge(workers: Workers, task: ReadTask): AsyncGenerator<PreparedMessage> {
  yield* unpacked(await readElsewhere(workers, task));
}

async function* readSmall(kind: Kind, body: Message | Message[], nowMs: number): AsyncGenerator<PreparedMessage> {
  const faults = faultsOfMessages(kind, body, nowMs);
  if (faults.length > 0) throw invalid(...faults);
  for (const message of Array.isArray(body) ? body : [body]) yield prepareMessage(kind, message, nowMs);
}

/**
 * Yields the messages of a request. Checks all of them before the first one is yielded, because a request is accepted
 * whole or not at all.
 * Prepares each message only when the caller asks for it. A worker thread reads a large body.
 */
export const readMessages = (
  workers: Workers,
  kind: Kind,
  body: Message | Message[] | UnreadBody,
  nowMs: number,
): AsyncGenerator<PreparedMessage> => {
  if (!(body instanceof UnreadBody)) return readSmall(kind, body, nowMs);
  if (workers.waiting() >= mostWaiting) throw new DomainError('OVERLOADED', { retryAfterS });
  return readLarge(workers, { kind, bytes: body.bytes, nowMs, accepted: false });
};

/** Prepares a quarantined message. Its times are judged by its arrival. */
export const readQuarantined = async (
  workers: Workers,
  { kind, text, receivedMs }: QuarantinedMessage,
): Promise<PreparedMessage> => {
  if (text.length <= ordinaryBodyBytes) return prepareMessage(kind, JSON.parse(text) as Message, receivedMs);
  const { bytes } = await readElsewhere(workers, { kind, bytes: Buffer.from(text), nowMs: receivedMs, accepted: true });
  return deserialize(bytes) as PreparedMessage;
};

/** Divides a message during which the device changed hands into its parts, and prepares each part. */
export const readParts = async (
  workers: Workers,
  periods: readonly DevicePeriod[],
  { text, receivedMs }: PreparedMessage,
): Promise<MessagePart<PreparedMessage>[]> => {
  if (text.length <= ordinaryBodyBytes)
    return splitMessage(periods, JSON.parse(Buffer.from(text).toString('utf8')) as MessageContent, receivedMs).map(
      share => ({
        ...share,
        message: prepareMessage(share.message.kind, share.message.sent, receivedMs),
      }),
    );
  const bytes = text.slice();
  const packed = await workers
    .run<Tasks['share']>('modules/ingest/share', { periods, bytes, receivedMs }, [bytes.buffer as ArrayBuffer])
    .catch(explainMemory);
  return Array.from(unpacked(packed), (message, i) => {
    const { place, main } = packed.shares[i]!;
    return { period: periods[place], main, message };
  });
};
