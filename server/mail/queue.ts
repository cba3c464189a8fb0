import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/change.ts';
import type { QueryRunner } from '../db/read.ts';
import type { Database } from '../db/types.ts';
import type { QueueTask, ScheduledTask } from '../engine/jobs/define.ts';
import type { Letter } from './mailer.ts';

const letterTaskName = 'letter';

/**
 * Maximum number of attempts to send a letter. After attempt n the queue waits e^n seconds, 6 hours at most. So the
 * thirteenth attempt comes 22 hours after the first.
 */
export const letterAttemptsMax = 13;

interface InvitedAccount {
  readonly companyId: number;
  readonly accountId: number;
}

interface LetterOptions {
  /** Account that this letter invites. A newer invitation of the account replaces a queued one. */
  readonly invitedAccount?: InvitedAccount;
  /** Moment at which the letter's link expires. After it the letter is not sent. */
  readonly expiresAt?: Date;
}

interface LetterPayload {
  readonly letter: Letter;
  readonly expiresAt: string | null;
  /** Account that the letter invites. The property is not renamed, because jobs in the queue contain it. */
  readonly invites: InvitedAccount | null;
}

const invitationKey = (accountId: number | ''): string => `letter-${accountId}`;

/** Queues a letter with the transaction. It is sent after the commit, and retried for a day. */
export const queueLetter = async (
  { db }: { readonly db: Kysely<Database> },
  letter: Letter,
  { invitedAccount, expiresAt }: LetterOptions = {},
): Promise<void> => {
  const payload: LetterPayload = {
    letter: { ...letter, id: randomUUID() },
    expiresAt: expiresAt?.toISOString() ?? null,
    invites: invitedAccount ?? null,
  };
  const key = invitedAccount ? invitationKey(invitedAccount.accountId) : null;
  // Letters are sent one at a time. So a hanging mail server occupies one worker and leaves the others to jobs.
  await sql`select graphile_worker.add_job(${letterTaskName}, ${JSON.stringify(payload)}::json, queue_name := 'letters',
    max_attempts := ${letterAttemptsMax}::integer, job_key := ${key}::text)`.execute(db);
};

/** Removes a queued invitation, because its account is deleted. */
export const dropInvitation = async ({ db }: { readonly db: Kysely<Database> }, accountId: number): Promise<void> => {
  await sql`select graphile_worker.remove_job(${invitationKey(accountId)})`.execute(db);
};

/** Undelivered invitations by account. `waiting` is retried, `failed` is not. */
export const readUndelivered = async (
  read: QueryRunner,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, 'waiting' | 'failed'>> => {
  const rows = await read<{ key: string; over: boolean }>({
    text: 'select key, attempts >= max_attempts as over from graphile_worker.jobs where key = any($1::text[])',
    values: [accountIds.map(invitationKey)],
  });
  const accountIdOf = (key: string) => Number(key.slice(invitationKey('').length));
  return new Map(rows.map(({ key, over }) => [accountIdOf(key), over ? 'failed' : 'waiting'] as const));
};

/** Number of queued letters: `waiting` are still retried, `failed` are not. */
export const countQueuedLetters = async ({ db }: Pick<Context, 'db'>): Promise<{ waiting: number; failed: number }> => {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where attempts < max_attempts)::integer as waiting,
      count(*) filter (where attempts >= max_attempts)::integer as failed
    from graphile_worker.jobs where task_identifier = ${letterTaskName}`.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0 };
};

/** Removes letters that failed for good two weeks ago, because they hold addresses and expired links. */
export const letterUpkeep: ScheduledTask = {
  task: 'letterUpkeep',
  cron: '23 3 * * *',
  run: async ({ db }) => {
    await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
      where task_identifier = ${letterTaskName} and attempts >= max_attempts
        and updated_at < now() - interval '14 days'))`.execute(db);
  },
};

/** Notifies open pages of the company that the delivery of an invitation has changed. */
const notifyInviters = ({ db, now }: Context, { companyId, accountId }: InvitedAccount): Promise<void> =>
  inTransaction(db, { companyId, accountId: null, name: '', requestId: null, at: now() }, async tx =>
    tx.emit('record', { Resource: 'operators', Id: accountId, Action: 'letter', ActorId: null }),
  );

export const letterTask: QueueTask = {
  task: letterTaskName,
  // Maximum duration of one attempt. The mailer itself waits 20 s at most for each answer of the mail server.
  attemptMaxMs: 120_000,
  run: async (context, payload, attempt) => {
    const { mail, log, now } = context;
    const { letter, expiresAt } = payload as LetterPayload;
    const logFields = { subject: letter.subject, attempt, of: letterAttemptsMax };
    if (expiresAt !== null && now() > new Date(expiresAt))
      return log.warn(logFields, 'a letter was not sent: its link has expired');
    try {
      await mail.send(letter);
    } catch (error) {
      log.error({ err: error, ...logFields }, 'could not send a letter');
      throw error;
    }
  },
  settled: async (context, payload) => {
    const { invites: invitedAccount } = payload as LetterPayload;
    if (invitedAccount) await notifyInviters(context, invitedAccount);
  },
};
