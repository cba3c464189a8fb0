import type { Identifier, RaRecord } from 'ra-core';

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

/** A call per record, a few at a time: a failure is recorded and does not stop the others. */
export const runBulk = async (records: readonly RaRecord[], work: Work): Promise<Outcome> => {
  const done: { before: RaRecord; after: RaRecord }[] = [];
  const refused: Refusal[] = [];
  const left = [...records];
  const takeTurns = async (): Promise<void> => {
    for (let record = left.shift(); record && !work.signal.aborted; record = left.shift()) {
      try {
        done.push({ before: record, after: await work.act(record) });
      } catch (error) {
        refused.push(work.refusal(record, error));
      }
      work.onProgress(done.length + refused.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  return { done, refused };
};
