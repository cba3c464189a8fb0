import type { TSchema } from 'typebox';
import type { JobError, JobNotice } from '../../../src/contract/shapes/jobs.ts';
import type { Static } from '../../../src/contract/static.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../transaction.ts';

/** Key of a row in the table of jobs, or in a dispatcher's table: its company and id. */
export interface JobKey {
  readonly companyId: number;
  readonly id: number;
}

/** A job, as the function that runs it receives it. */
export interface RunningJob {
  readonly id: number;
  readonly companyId: number;
  readonly authorId: number;
  readonly authorName: string;
  /** Number of this attempt, from 1. The parts of a file that the job stores carry this number. */
  readonly attempt: number;
}

export interface JobControls {
  readonly job: RunningJob;
  /** Aborted when the job is cancelled or given to another process, and when the server ends. */
  readonly signal: AbortSignal;
  /** Reports the progress. The call is cheap, so it may be made at any rate. */
  readonly progress: (done: number, total?: number) => void;
}

/**
 * Last step of a job, in the transaction that ends the job: both are committed or neither is. Returns the job's result.
 */
export type Finish = (tx: Tx) => Promise<object>;

export type JobOutcome = { readonly result: object } | { readonly error: JobError };

/**
 * Notifies the author about the end of a job, in the transaction that ends the job. Returns the notification.
 * Undefined: the author needs no notification.
 */
export type NotifyAuthor<Input> = (
  tx: Tx,
  job: RunningJob,
  input: Input,
  ending: { readonly outcome: JobOutcome; readonly at: Date },
) => Promise<JobNotice | undefined>;

/**
 * A kind of work that continues after the API call has been answered.
 * `run` does the long part and may be started several times, for example again after a crash. So no other code may see
 * a part of the result before the last step, which `run` returns.
 * Errors that the user is to see are thrown as DomainError.
 */
export interface JobKind<Input extends TSchema = TSchema> {
  readonly kind: string;
  readonly input: Input;
  readonly run: (context: Context, input: Static<Input>, controls: JobControls) => Promise<Finish>;
  readonly notifyAuthor: NotifyAuthor<Static<Input>>;
}

export const defineJob = <const Input extends TSchema>(kind: JobKind<Input>): JobKind<Input> => kind;

/** A kind of job as the registry holds it. The compiler does not know the type of its input there. */
export type AnyJobKind = Pick<JobKind, 'kind'> & {
  readonly run: (context: Context, input: never, controls: JobControls) => Promise<Finish>;
  readonly notifyAuthor: NotifyAuthor<never>;
};

/**
 * Work whose state is in rows of a table of its own. It does not occupy a slot for jobs. The queue only wakes the
 * dispatcher with the company and id of a row.
 * The dispatcher may be woken although no work is due. `wakeDue` wakes the rows whose process was lost.
 */
export interface Dispatcher {
  readonly task: string;
  readonly start: (context: Context) => {
    readonly wake: (key: JobKey) => void;
    /** Runs every few seconds. Wakes all rows whose work is due. */
    readonly wakeDue: () => Promise<void>;
    readonly stop: () => Promise<void>;
  };
}

/** Work that the queue repeats until it succeeds. An error thrown by `run` is a failed attempt. */
export interface QueueTask {
  readonly task: string;
  /**
   * Longest duration of an attempt, ms. If a task is locked for longer, its process was killed, and the task is
   * unlocked.
   */
  readonly attemptMaxMs: number;
  readonly run: (context: Context, payload: unknown, attempt: number) => Promise<void>;
  /** Called after the queue has stored the end of an attempt. */
  readonly settled?: (context: Context, payload: unknown) => Promise<void>;
}

/**
 * Recurring work, done by only one of all processes. It must be harmless if the work is done twice at once, or is left
 * out once.
 */
export interface ScheduledTask {
  readonly task: string;
  /** Times at which the work is done, in the format of a crontab, UTC. */
  readonly cron: string;
  readonly run: (context: Context) => Promise<void>;
}
