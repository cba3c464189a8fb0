import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Insertable } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import type { Database } from '../../db/types.ts';
import type { JobControls, JobKey, RunningJob } from './define.ts';

/** Message from a thread that writes a file: the progress, and sometimes a part of the file. */
interface PartMessage {
  readonly done: number;
  readonly total: number;
  readonly bytes?: Uint8Array;
}

/**
 * Stores a part of a job's file, unless the job was cancelled or given to another process. A cancellation waits for
 * this transaction and then removes the part.
 */
const storePartIfOwned = (
  db: Db,
  { companyId, id, attempt }: RunningJob,
  row: Insertable<Database['job_chunk']>,
): Promise<boolean> =>
  db.transaction().execute(async tx => {
    const ownedJob = await tx
      .selectFrom('job')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('state', '=', 'running')
      .forShare()
      .executeTakeFirst();
    if (ownedJob) await tx.insertInto('job_chunk').values(row).execute();
    return ownedJob !== undefined;
  });

/** Stores the parts of a job's file that a thread sends to `port`. The thread continues only after a part is stored. */
const receiveParts = ({ db }: Context, { job, progress }: JobControls, onError: (error: unknown) => void) => {
  const { port1, port2 } = new MessageChannel();
  let ordinal = 0;
  const storePart = async ({ done, total, bytes }: PartMessage): Promise<void> => {
    progress(done, total);
    if (!bytes) return;
    const row = {
      company_id: job.companyId,
      job_id: job.id,
      attempt: job.attempt,
      ordinal,
      bytes: Buffer.from(bytes.buffer),
    };
    ordinal += 1;
    // If the job belongs to another process, no answer is sent. The thread then waits until it is stopped.
    if (await storePartIfOwned(db, job, row)) port1.postMessage('kept');
  };
  port1.on('message', (part: PartMessage) => void storePart(part).catch(onError));
  return { port: port2, close: () => port1.close() };
};

/**
 * Runs a thread that writes a job's file. The thread sends the parts to `port` (`makePartSender`) and stops when
 * `signal` is aborted. A part that cannot be stored aborts the signal too.
 */
export const writeInParts = async <Result>(
  context: Context,
  controls: JobControls,
  write: (port: MessagePort, signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const failureController = new AbortController();
  const { port, close } = receiveParts(context, controls, error => failureController.abort(error));
  try {
    return await write(port, AbortSignal.any([controls.signal, failureController.signal]));
  } catch (error) {
    throw failureController.signal.aborted ? failureController.signal.reason : error;
  } finally {
    close();
  }
};

/**
 * Returns bytes whose memory can be transferred to another thread. Bytes in Node's shared buffer pool are copied first.
 */
const toTransferable = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);

export interface PartSender {
  readonly sendProgress: (done: number, total: number) => void;
  /** Sends a part and waits until it is stored, so that memory does not grow with the file. */
  readonly sendPart: (bytes: Uint8Array, done: number, total: number) => Promise<void>;
}

export const makePartSender = (port: MessagePort): PartSender => ({
  sendProgress: (done, total) => port.postMessage({ done, total } satisfies PartMessage),
  sendPart: async (bytes, done, total) => {
    const part = toTransferable(bytes);
    const stored = once(port, 'message');
    port.postMessage({ done, total, bytes: part } satisfies PartMessage, [part.buffer]);
    await stored;
  },
});

/**
 * Reads the parts of a finished job's file from number `from` up to `to` (exclusive). `to` absent: reads to the end of
 * the file.
 */
export async function* readParts(db: Db, { companyId, id }: JobKey, from = 0, to?: number): AsyncGenerator<Buffer> {
  const { attempt } = await db
    .selectFrom('job')
    .select('attempt')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (let ordinal = from; to === undefined || ordinal < to; ordinal += 1) {
    const row = await db
      .selectFrom('job_chunk')
      .select('bytes')
      .where('company_id', '=', companyId)
      .where('job_id', '=', id)
      .where('attempt', '=', attempt)
      .where('ordinal', '=', ordinal)
      .executeTakeFirst();
    if (!row) return;
    yield row.bytes;
  }
}
