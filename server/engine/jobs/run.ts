import { setTimeout } from 'node:timers/promises';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import type { Context } from '../../context.ts';
import { databaseFault, outageFault } from '../../db/outage.ts';
import { DomainError } from '../../errors.ts';
import { every } from '../../process/every.ts';
import type { AnyJobKind } from './define.ts';
import {
  type ClaimedJob,
  claimJob,
  clearLostAttempt,
  dropEarlierChunks,
  endJob,
  hasNoAttemptsLeft,
  notifyAuthorOfEnd,
  releaseJob,
  requeueJob,
  writeHeartbeat,
} from './repository.ts';

/** Thrown to end the attempt early, because another process continues the job or the job was cancelled. */
class JobAbandoned extends Error {
  override name = 'JobAbandoned';
}

/**
 * Returns the error that an API call would report: a DomainError, or a database error about data or waiting time.
 * Undefined: the error is unexpected.
 */
const expectedFault = (error: unknown): DomainError | undefined =>
  error instanceof DomainError ? error : databaseFault(error as { code?: string });

/** Maximum number of attempts of a job that may end because of overload. After that the job ends with the error. */
const overloadAttemptsMax = 3;

/** Returns how the job returns to the queue after an error. Undefined: the job ends with the error. */
const requeueOptionsOf = (error: unknown, job: ClaimedJob): Parameters<typeof requeueJob>[2] => {
  if (hasNoAttemptsLeft(job)) return undefined;
  if (outageFault(error)) return { isDelayed: true };
  const isOverloaded =
    expectedFault(error)?.code === 'OVERLOADED' && job.failedAttempts.length + 1 < overloadAttemptsMax;
  return isOverloaded ? { isDelayed: true, isFailure: true } : undefined;
};

const jobErrorOf = (error: unknown, { id }: ClaimedJob): JobError => {
  const fault = expectedFault(error) ?? outageFault(error);
  return fault
    ? { Code: fault.code, ...(fault.details.values && { Values: fault.details.values }) }
    : { Code: 'INTERNAL', Values: { trace: `job-${id}` } };
};

const retryMs = 1000;

/**
 * Repeats `store` until the database is reachable and the result is stored. Only this process knows how the attempt
 * ended.
 */
const retryWhileUnreachable = async <T>(closing: AbortSignal, store: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await store();
    } catch (error) {
      if (closing.aborted || !(outageFault(error) || expectedFault(error)?.code === 'OVERLOADED')) throw error;
      await setTimeout(retryMs, undefined, { signal: closing }).catch(() => {});
    }
};

interface RunOptions {
  readonly heartbeatMs: number;
  readonly closing: AbortSignal;
}

/** Runs one job of the queue. Throws only if its end cannot be stored. */
export const runJob = async (
  context: Context,
  kinds: readonly AnyJobKind[],
  key: { readonly companyId: number; readonly id: number },
  { heartbeatMs, closing }: RunOptions,
): Promise<void> => {
  const job = await claimJob(context.db, key, context.now()).catch(async error => {
    if (outageFault(error)) await retryWhileUnreachable(closing, () => releaseJob(context, key));
    throw error;
  });
  if (!job) return;
  const abandonController = new AbortController();
  const signal = AbortSignal.any([abandonController.signal, closing]);
  let [done, total, reportedDone] = [0, job.total, -1];
  const reportProgress = async () => {
    const isOwned = await writeHeartbeat(context, job, { done, total, emitsEvent: done !== reportedDone });
    reportedDone = done;
    if (!isOwned) abandonController.abort(new JobAbandoned());
  };
  // A failed progress report is not sent again, because the next one follows soon. Whether this process still owns the
  // job is checked once more when the job ends.
  const logReportError = (error: unknown) =>
    context.log.warn({ err: error, job: job.id }, 'a job could not say how far it is');
  const stopReporting = every(heartbeatMs, reportProgress, logReportError);
  const progress = (doneNow: number, newTotal?: number) => {
    done = doneNow;
    total = newTotal ?? total;
  };
  const kind = kinds.find(each => each.kind === job.kind);
  const runAttempt = async (): Promise<boolean> => {
    if (!kind) throw new Error(`Nobody knows jobs of the kind "${job.kind}"`);
    await dropEarlierChunks(context.db, job);
    const finish = await kind.run(context, job.input as never, { job, signal, progress });
    signal.throwIfAborted();
    return endJob(context, job, 'done', async tx => {
      const result = await finish(tx);
      return {
        result,
        done,
        total: total ?? done,
        notice: await notifyAuthorOfEnd(context, kinds, tx, job, { result }),
      };
    });
  };
  /** Ends the job after an error, or returns it to the queue. False: this attempt no longer owns the job. */
  const handleError = async (error: unknown): Promise<boolean> => {
    if (abandonController.signal.aborted) return false;
    if (closing.aborted) return requeueJob(context, job);
    const requeueOptions = requeueOptionsOf(error, job);
    if (requeueOptions) {
      const isRequeued = await requeueJob(context, job, requeueOptions);
      context.log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempt }, 'a job is begun again');
      return isRequeued;
    }
    if (!(error instanceof DomainError)) context.log.error({ err: error, job: job.id, kind: job.kind }, 'a job failed');
    return endJob(context, job, 'failed', async tx => {
      const reason = jobErrorOf(error, job);
      return {
        error: reason,
        done,
        total,
        notice: await notifyAuthorOfEnd(context, kinds, tx, job, { error: reason }),
      };
    });
  };
  try {
    const isStored = await runAttempt().catch(error => retryWhileUnreachable(closing, () => handleError(error)));
    if (!isStored) await retryWhileUnreachable(closing, () => clearLostAttempt(context, job));
  } finally {
    stopReporting();
  }
};
