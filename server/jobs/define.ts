import type { TSchema } from 'typebox';
import type { JobError, JobNotice } from '../../src/contract/shapes/jobs.ts';
import type { Static } from '../../src/contract/static.ts';
import type { Context, Tx } from '../context.ts';

/** A row of a company. */
export interface Place {
  readonly companyId: number;
  readonly id: number;
}

/** A job as whoever does it knows it. */
export interface JobAtWork {
  readonly id: number;
  readonly companyId: number;
  readonly authorId: number;
  readonly authorName: string;
  /** How often it was begun, this time included: what it keeps for later carries this number. */
  readonly attempt: number;
}

export interface Doing {
  readonly job: JobAtWork;
  /** Aborted when the job was cancelled or given to another process, and when the server ends. */
  readonly signal: AbortSignal;
  /** Tells how far it is; cheap, as often as one likes. */
  readonly progress: (done: number, total?: number) => void;
}

/** The end of a job: what it changes is there together with the job's end, or not at all. Answers the job's result. */
export type Finish = (tx: Tx) => Promise<object>;

/** What became of a job. */
export type Outcome = { readonly result: object } | { readonly error: JobError };

/**
 * Tells the author what became of a job, in the transaction of its end, and answers what they were told; undefined: nothing
 * that concerns them.
 */
export type TellAuthor<Input> = (
  tx: Tx,
  job: JobAtWork,
  input: Input,
  about: { readonly outcome: Outcome; readonly at: Date },
) => Promise<JobNotice | undefined>;

/**
 * Work that goes on after its answer. `run` does what takes long and may be begun several times, after a kill too: nothing of
 * it may be seen before the end that it answers. Errors meant for people are DomainErrors.
 */
export interface JobKind<Input extends TSchema = TSchema> {
  readonly kind: string;
  readonly input: Input;
  readonly run: (context: Context, input: Static<Input>, doing: Doing) => Promise<Finish>;
  readonly tellAuthor: TellAuthor<Static<Input>>;
}

export const defineJob = <const Input extends TSchema>(kind: JobKind<Input>): JobKind<Input> => kind;

/** A kind as the registry has it, where the compiler does not know its input. */
export type AnyJobKind = Pick<JobKind, 'kind'> & {
  readonly run: (context: Context, input: never, doing: Doing) => Promise<Finish>;
  readonly tellAuthor: TellAuthor<never>;
};

/**
 * Work whose state lies in rows of its own and that takes part of no job's place: the queue only wakes it, with the company
 * and the row. It may be woken for nothing, and by `look` for what a lost process has left.
 */
export interface Dispatcher {
  /** Task of the queue. */
  readonly task: string;
  readonly start: (context: Context) => {
    readonly wake: (place: Place) => void;
    /** Asked every few seconds: wakes what is due. */
    readonly look: () => Promise<void>;
    readonly stop: () => Promise<void>;
  };
}

/** Work that the queue repeats until it succeeds: an error is an attempt that failed. */
export interface QueueTask {
  readonly task: string;
  /** No attempt takes longer. A task that is locked for longer is taken from a process that was killed. */
  readonly longestMs: number;
  readonly run: (context: Context, payload: unknown, attempt: number) => Promise<void>;
  /** Called once the queue has stored how an attempt ended. */
  readonly settled?: (context: Context, payload: unknown) => Promise<void>;
}

/** Work that is done by the clock, by one process of all. Begun again while it is at work, or not done once: nothing is lost. */
export interface Scheduled {
  /** Task of the queue. */
  readonly task: string;
  /** As in a crontab, UTC. */
  readonly cron: string;
  readonly run: (context: Context) => Promise<void>;
}
