import type { Context } from '../../context.ts';
import type { Caller } from '../../transaction.ts';

export interface LeasedCase {
  readonly objectId: string;
  readonly voucherId: number | null;
  readonly crashAt: string;
}

/** Query for the cases that the caller has locked at this moment. */
export const readLeasedCases = ({ db, now }: Pick<Context, 'db' | 'now'>, { companyId, accountId }: Caller) =>
  db
    .selectFrom('accident')
    .select(['object_id as objectId', 'voucher_id as voucherId', 'crash_at as crashAt'])
    .where('company_id', '=', companyId)
    .where('locked_by', '=', accountId)
    .where('locked_until', '>', now().toISOString())
    .execute() satisfies Promise<LeasedCase[]>;
