import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Context, Request } from '../context.ts';
import { type Author, inTransaction } from '../db/change.ts';
import { DomainError, invalid } from '../errors.ts';
import type { Caller } from '../transaction.ts';

const headerName = 'Idempotency-Key';
/** Maximum length of an idempotency key, characters. */
export const maxKeyLength = 200;

/**
 * Returns the idempotency key of the request, or undefined if it has none. Throws for a key that cannot be stored
 * unchanged.
 */
export const idempotencyKeyOf = ({ headers, raw }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  // Counts the names in the raw headers, because Node joins repeated headers into one text.
  if (raw.rawHeaders.filter(name => name.toLowerCase() === 'idempotency-key').length > 1 || typeof key !== 'string')
    throw invalid({ field: headerName, message: 'once' });
  if (key.length > maxKeyLength)
    throw invalid({ field: headerName, message: 'tooLong', values: { max: maxKeyLength } });
  if (!/^[\x20-\x7e]+$/.test(key))
    throw invalid({ field: headerName, message: 'printable', values: { max: maxKeyLength } });
  return key;
};

interface Attempt {
  readonly key: string;
  readonly caller: Caller;
  readonly author: Author;
  /** Returns method, address and body of the request. A request that repeats a key with other content is refused. */
  readonly content: string;
}

type Change = Request['change'];
export type RunOnce = (attempt: Attempt, work: (change: Change) => Promise<unknown>) => Promise<unknown>;

/** Thrown to roll the transaction back, because another process has already used the same key. */
class KeyInUseError extends Error {}

const hashContent = ({ content }: Attempt): Buffer => createHash('sha256').update(content).digest();

const readStoredAnswer = async ({ db }: Context, attempt: Attempt): Promise<object | undefined> => {
  const { key, caller } = attempt;
  const stored = await db
    .selectFrom('idempotency_key')
    .select(['body_hash', 'answer'])
    .where('company_id', '=', caller.companyId)
    .where('account_id', '=', caller.accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (stored && !stored.body_hash.equals(hashContent(attempt))) throw new DomainError('KEY_REUSED');
  return stored?.answer;
};

/**
 * Returns a function that runs a change in one transaction. The transaction stores the idempotency key first and the
 * answer last.
 * A concurrent request with the same key waits until the first request has stored its answer. Without this wait it
 * would fail later, because the first request has already created the record.
 */
const createKeyedChange =
  (context: Context, attempt: Attempt): Change =>
  work =>
    inTransaction(context.db, attempt.author, async tx => {
      const row = { company_id: attempt.caller.companyId, account_id: attempt.caller.accountId, key: attempt.key };
      const { numInsertedOrUpdatedRows } = await tx.db
        .insertInto('idempotency_key')
        .values({
          ...row,
          body_hash: hashContent(attempt),
          status: 201,
          answer: '{}',
          created_at: attempt.author.at,
        })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) throw new KeyInUseError();
      const answer = await work(tx);
      await tx.db
        .updateTable('idempotency_key')
        .set({ answer: JSON.stringify(answer) })
        .where('company_id', '=', row.company_id)
        .where('account_id', '=', row.account_id)
        .where('key', '=', row.key)
        .execute();
      return answer;
    });

const createOnceRunner: (context: Context) => RunOnce = context => async (attempt, work) => {
  // Returns a stored answer before any rule is checked. A rule may now forbid a change that was allowed the first time.
  const storedAnswer = await readStoredAnswer(context, attempt);
  if (storedAnswer) return storedAnswer;
  try {
    return await work(createKeyedChange(context, attempt));
  } catch (error) {
    if (error instanceof KeyInUseError) return readStoredAnswer(context, attempt);
    throw error;
  }
};

/**
 * Runs the work of an idempotency key once. All requests with the key get the same answer.
 * Requests of this process with the same key wait here in line, without a database connection. If the first request
 * fails, the next one tries.
 */
export const createRunOnce = (context: Context): RunOnce => {
  const runOnce = createOnceRunner(context);
  const tailByKey = new Map<string, Promise<unknown>>();
  return (attempt, work) => {
    const keyOfCaller = JSON.stringify([attempt.caller.companyId, attempt.caller.accountId, attempt.key]);
    const previous = tailByKey.get(keyOfCaller) ?? Promise.resolve();
    const own = previous.then(() => runOnce(attempt, work));
    // The next request with the same key only waits for this request and ignores its result.
    const settled = own.then(
      () => {},
      () => {},
    );
    tailByKey.set(keyOfCaller, settled);
    return own.finally(() => {
      if (tailByKey.get(keyOfCaller) === settled) tailByKey.delete(keyOfCaller);
    });
  };
};
