import { setTimeout } from 'node:timers/promises';
import type { JobError } from '../../src/contract/shapes/jobs.ts';
import type { Context } from '../context.ts';
import { databaseFault, outageFault } from '../db/outage.ts';
import { DomainError } from '../errors.ts';
import { steadily } from '../steadily.ts';
import type { AnyJobKind } from './define.ts';
import {
  beat,
  type Claimed,
  claim,
  clearAttempt,
  dropEarlierChunks,
  end,
  isSpent,
  noticeOf,
  putBack,
  release,
} from './repository.ts';

/** Why a job is left before its end: it goes on elsewhere, or is wanted no more. */
class Left extends Error {
  override name = 'Left';
}

/** What waited too long for somebody else, or met a faster one, can be begun again: that is said as a call says it. */
const expected = (error: unknown): DomainError | undefined =>
  error instanceof DomainError ? error : databaseFault(error as { code?: string });

/** So many attempts may wait too long for somebody else, or for the database. */
const overloadedMax = 3;

/** How an attempt that threw goes on: in the queue, or undefined where the job is over. */
const backOf = (error: unknown, job: Claimed): Parameters<typeof putBack>[2] => {
  if (isSpent(job)) return undefined;
  if (outageFault(error)) return { rests: true };
  const isOverloaded = expected(error)?.code === 'OVERLOADED' && job.failedAttempts.length + 1 < overloadedMax;
  return isOverloaded ? { rests: true, failed: true } : undefined;
};

const errorOf = (error: unknown, { id }: Claimed): JobError => {
  const fault = expected(error) ?? outageFault(error);
  return fault
    ? { Code: fault.code, ...(fault.details.values && { Values: fault.details.values }) }
    : { Code: 'INTERNAL', Values: { trace: `job-${id}` } };
};

const retryMs = 1000;

/** Stores something once the database is there, because only this process knows how the attempt ended. */
const whenReachable = async <T>(closing: AbortSignal, store: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await store();
    } catch (error) {
      if (closing.aborted || !(outageFault(error) || expected(error)?.code === 'OVERLOADED')) throw error;
      await setTimeout(retryMs, undefined, { signal: closing }).catch(() => {});
    }
};

interface Bounds {
  readonly beatMs: number;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
}

/** Does one job of the queue, whatever becomes of it; throws only where not even that can be written down. */
export const runJob = async (
  context: Context,
  kinds: readonly AnyJobKind[],
  place: { readonly companyId: number; readonly id: number },
  { beatMs, closing }: Bounds,
): Promise<void> => {
  const job = await claim(context.db, place, context.now()).catch(async error => {
    if (outageFault(error)) await whenReachable(closing, () => release(context, place));
    throw error;
  });
  if (!job) return;
  const leaving = new AbortController();
  const signal = AbortSignal.any([leaving.signal, closing]);
  let [done, total, reported] = [0, job.total, -1];
  const tell = async () => {
    const still = await beat(context, job, { done, total, tell: done !== reported });
    reported = done;
    if (!still) leaving.abort(new Left());
  };
  // A beat that fails is made good by the next one; that the job is still ours is asked at its end too.
  const failed = (error: unknown) => context.log.warn({ err: error, job: job.id }, 'a job could not say how far it is');
  const stopTelling = steadily(beatMs, tell, failed);
  const progress = (now: number, of?: number) => {
    done = now;
    total = of ?? total;
  };
  const kind = kinds.find(each => each.kind === job.kind);
  const attempt = async (): Promise<boolean> => {
    if (!kind) throw new Error(`Nobody knows jobs of the kind "${job.kind}"`);
    await dropEarlierChunks(context.db, job);
    const finish = await kind.run(context, job.input as never, { job, signal, progress });
    signal.throwIfAborted();
    return end(context, job, 'done', async tx => {
      const result = await finish(tx);
      return { result, done, total: total ?? done, notice: await noticeOf(context, kinds, tx, job, { result }) };
    });
  };
  /** Stores what follows from an error. Returns false if the job is not ours any more. */
  const leave = async (error: unknown): Promise<boolean> => {
    if (leaving.signal.aborted) return false;
    if (closing.aborted) return putBack(context, job);
    const back = backOf(error, job);
    if (back) {
      const isBack = await putBack(context, job, back);
      context.log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempt }, 'a job is begun again');
      return isBack;
    }
    if (!(error instanceof DomainError)) context.log.error({ err: error, job: job.id, kind: job.kind }, 'a job failed');
    return end(context, job, 'failed', async tx => {
      const reason = errorOf(error, job);
      return { error: reason, done, total, notice: await noticeOf(context, kinds, tx, job, { error: reason }) };
    });
  };
  try {
    const isStored = await attempt().catch(error => whenReachable(closing, () => leave(error)));
    if (!isStored) await whenReachable(closing, () => clearAttempt(context, job));
  } finally {
    stopTelling();
  }
};
