import { setTimeout } from 'node:timers/promises';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import type { Context } from '../../context.ts';
import { databaseFault, outageFault } from '../../db/outage.ts';
import { DomainError } from '../../errors.ts';
import { every } from '../../process/every.ts';
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

/** The attempt ends early, because another process continues the job or the job was cancelled. */
class Left extends Error {
  override name = 'Left';
}

/**
 * Returns the error that a call would report: a DomainError, or a database error about data or waiting time. Undefined:
 * unexpected.
 */
const expected = (error: unknown): DomainError | undefined =>
  error instanceof DomainError ? error : databaseFault(error as { code?: string });

/** Maximum number of attempts that may end because of overload. */
const overloadedMax = 3;

/** How the job returns to the queue after an error. Undefined: the job is over. */
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

/**
 * Retries until the database is reachable and the result is stored, because only this process knows how the attempt
 * ended.
 */
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

/** Runs one job of the queue. Throws only if its end cannot be stored. */
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
  // A failed report is not repeated, because the next report follows soon. The last step checks again whether this
  // attempt owns the job.
  const failed = (error: unknown) => context.log.warn({ err: error, job: job.id }, 'a job could not say how far it is');
  const stopTelling = every(beatMs, tell, failed);
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
  /** Stores the consequence of an error. False: this attempt no longer owns the job. */
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
