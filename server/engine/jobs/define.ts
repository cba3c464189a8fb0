import type { TSchema } from 'typebox';
import type { JobError, JobNotice } from '../../../src/contract/shapes/jobs.ts';
import type { Static } from '../../../src/contract/static.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../transaction.ts';

/** Key of a row: its company and id. */
export interface JobKey {
  readonly companyId: number;
  readonly id: number;
}

/** A job, as its run receives it. */
export interface RunningJob {
  readonly id: number;
  readonly companyId: number;
  readonly authorId: number;
  readonly authorName: string;
  /** Number of this attempt, from 1. Files that the job stores carry this number. */
  readonly attempt: number;
}

export interface JobControls {
  readonly job: RunningJob;
  /** Aborted when the job is cancelled or given to another process, and when the server ends. */
  readonly signal: AbortSignal;
  /** Reports the progress. Cheap, so it may be called at any rate. */
  readonly progress: (done: number, total?: number) => void;
}

/**
 * Last step of a job, in the transaction that ends the job: both are committed or neither. Returns the job's result.
 */
export type Finish = (tx: Tx) => Promise<object>;

/** Result or error of a job. */
export type JobOutcome = { readonly result: object } | { readonly error: JobError };

/**
 * Notifies the author about the end of a job, in the transaction that ends the job. Returns the notification.
 * Undefined: the end does not concern the author.
 */
export type NotifyAuthor<Input> = (
  tx: Tx,
  job: RunningJob,
  input: Input,
  ending: { readonly outcome: JobOutcome; readonly at: Date },
) => Promise<JobNotice | undefined>;

/**
 * Work that continues after its answer. `run` does the long part. It may be started several times, also after a crash.
 * No other code may see a part of the result before the last step that `run` returns. Errors for users are
 * DomainErrors.
 */
export interface JobKind<Input extends TSchema = TSchema> {
  readonly kind: string;
  readonly input: Input;
  readonly run: (context: Context, input: Static<Input>, controls: JobControls) => Promise<Finish>;
  readonly notifyAuthor: NotifyAuthor<Static<Input>>;
}

export const defineJob = <const Input extends TSchema>(kind: JobKind<Input>): JobKind<Input> => kind;

/** A kind of job in the registry, where the compiler does not know its input. */
export type AnyJobKind = Pick<JobKind, 'kind'> & {
  readonly run: (context: Context, input: never, controls: JobControls) => Promise<Finish>;
  readonly notifyAuthor: NotifyAuthor<never>;
};

/**
 * Work with its state in rows of its own table. It does not occupy a job's slot. The queue only wakes it with the
 * company and id of a row.
 * A wake-up without due work is allowed. `wakeDue` wakes the rows whose process was lost.
 */
export interface Dispatcher {
  /** Task of the queue. */
  readonly task: string;
  readonly start: (context: Context) => {
    readonly wake: (key: JobKey) => void;
    /** Runs every few seconds and wakes all due rows. */
    readonly wakeDue: () => Promise<void>;
    readonly stop: () => Promise<void>;
  };
}

/** Work that the queue retries until it succeeds. An error is a failed attempt. */
export interface QueueTask {
  readonly task: string;
  /** Longest duration of an attempt, ms. A task that is locked longer belongs to a killed process and is unlocked. */
  readonly attemptMaxMs: number;
  readonly run: (context: Context, payload: unknown, attempt: number) => Promise<void>;
  /** Called after the queue has stored the end of an attempt. */
  readonly settled?: (context: Context, payload: unknown) => Promise<void>;
}

/** Recurring work, done by one of all processes. Must be safe if it runs twice at once or misses a run. */
export interface ScheduledTask {
  /** Task of the queue. */
  readonly task: string;
  /** Times to run at, in the format of a crontab, UTC. */
  readonly cron: string;
  readonly run: (context: Context) => Promise<void>;
}
