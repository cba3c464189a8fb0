import type { Identifier, RaRecord } from 'ra-core';
import { ApiError, OfflineError } from '../../../api/client.ts';

const atOnce = 4;

export interface Refusal {
  readonly id: Identifier;
  readonly title: string;
  /** The server's text. */
  readonly reason: string;
}

export interface Outcome {
  /** Records before and after. */
  readonly done: readonly { readonly before: RaRecord; readonly after: RaRecord }[];
  readonly refused: readonly Refusal[];
}

interface Work {
  readonly act: (record: RaRecord) => Promise<RaRecord>;
  readonly refusal: (record: RaRecord, error: unknown) => Refusal;
  readonly onProgress: (done: number) => void;
  /** Aborted: running calls finish, the rest is skipped. */
  readonly signal: AbortSignal;
}

/** The next record would fare no better: the server cannot be reached, or has no database. */
const isOutage = (error: unknown): boolean =>
  error instanceof OfflineError || (error instanceof ApiError && error.status === 503);

/**
 * One call a record, a few at a time: what the server has against one stops no other and is told of that one. In an outage
 * the rest is not asked for, and told with it.
 */
export const runBulk = async (records: readonly RaRecord[], work: Work): Promise<Outcome> => {
  const done: { before: RaRecord; after: RaRecord }[] = [];
  const refused: Refusal[] = [];
  const left = [...records];
  let outage: unknown;
  const takeTurns = async (): Promise<void> => {
    for (let record = left.shift(); record && !work.signal.aborted; record = left.shift()) {
      try {
        if (outage !== undefined) throw outage;
        done.push({ before: record, after: await work.act(record) });
      } catch (error) {
        if (isOutage(error)) outage = error;
        refused.push(work.refusal(record, error));
      }
      work.onProgress(done.length + refused.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  return { done, refused };
};
