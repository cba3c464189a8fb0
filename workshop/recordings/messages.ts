import { createHash } from 'node:crypto';
import type { CrashMessage, StatisticMessage } from '../../src/contract/shapes/telemetry.ts';
import { imeiOf } from './imei.ts';
import { type Recording, voucherNumber } from './recording.ts';

const positionsPerMessage = 2000;

/**
 * Returns a message id derived from the content. A message that is sent again has the same id and counts as a
 * duplicate. A corrected message has another id and counts as new.
 */
const idOf = (number: string, part: string, content: unknown): string =>
  `${number}/${part}/${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)}`;

export const statisticMessages = (recording: Recording): StatisticMessage[] => {
  const number = voucherNumber(recording);
  const Imei = imeiOf(number);
  const messages: StatisticMessage[] = [];
  for (let from = 0; from < recording.positions.length; from += positionsPerMessage) {
    const Positions = recording.positions.slice(from, from + positionsPerMessage);
    messages.push({ MessageId: idOf(number, `positions-${messages.length}`, Positions), Imei, Positions });
  }
  for (const [i, Acceleration] of recording.acceleration.entries())
    messages.push({ MessageId: idOf(number, `acceleration-${i}`, Acceleration), Imei, Positions: [], Acceleration });
  return messages;
};

export const crashMessages = (recording: Recording): CrashMessage[] => {
  if (!recording.crash) return [];
  const number = voucherNumber(recording);
  const { at, curve } = recording.crash;
  const content = { CrashDateTime: at, Curve: curve };
  return [{ MessageId: idOf(number, 'crash', content), Imei: imeiOf(number), ...content }];
};

const batchBytes = 4 * 1024 * 1024;

/** Splits messages into requests well below the webhook's 32 MB. */
export const batches = <T>(messages: readonly T[]): T[][] => {
  const result: T[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    const size = JSON.stringify(message).length;
    if (bytes + size > batchBytes) {
      result.push([]);
      bytes = 0;
    }
    result[result.length - 1]!.push(message);
    bytes += size;
  }
  return result;
};
