import { createHash } from 'node:crypto';
import type { Caller, Context, Tx } from '../context.ts';
import { type Author, inTransaction } from '../db/change.ts';
import { DomainError } from '../errors.ts';

interface Attempt {
  readonly key: string;
  readonly caller: Caller;
  /** Method, path and body: another request under the same key is refused. */
  readonly content: string;
}

class AlreadyDone extends Error {}

const earlierAnswer = async <T>(
  { db }: Context,
  { key, caller }: Attempt,
  bodyHash: Buffer,
): Promise<T | undefined> => {
  const earlier = await db
    .selectFrom('idempotency_key')
    .select(['body_hash', 'answer'])
    .where('company_id', '=', caller.companyId)
    .where('account_id', '=', caller.accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (earlier && !earlier.body_hash.equals(bodyHash)) throw new DomainError('KEY_REUSED');
  return earlier?.answer as T | undefined;
};

/** The first request under a key does the work and leaves its answer in the same transaction; the others read it. */
export const onceOnly = async <T extends object>(
  context: Context,
  author: Author,
  attempt: Attempt,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const bodyHash = createHash('sha256').update(attempt.content).digest();
  const earlier = await earlierAnswer<T>(context, attempt, bodyHash);
  if (earlier) return earlier;
  try {
    return await inTransaction(context.db, author, async tx => {
      const answer = await work(tx);
      const { numInsertedOrUpdatedRows } = await tx.db
        .insertInto('idempotency_key')
        .values({
          company_id: attempt.caller.companyId,
          account_id: attempt.caller.accountId,
          key: attempt.key,
          body_hash: bodyHash,
          status: 201,
          answer: JSON.stringify(answer),
          created_at: author.at,
        })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) throw new AlreadyDone();
      return answer;
    });
  } catch (error) {
    if (!(error instanceof AlreadyDone)) throw error;
    // Another request under the key was faster: its answer stands, our work was rolled back.
    return (await earlierAnswer<T>(context, attempt, bodyHash)) as T;
  }
};
