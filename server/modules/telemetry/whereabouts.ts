import { sql } from 'kysely';
import { hasAnyRole, rights } from '../../../src/contract/access.ts';
import type { Context, Request } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { readLeasedCases } from '../accidents/service.ts';

/** Time before and after the crash of a leased case for which an operator may see the car's positions, ms. */
const aroundCaseMs = 2 * 3_600_000;
/** After a logged access, further access of the same user to the same object is not logged for this time, ms. */
const logIntervalMs = 3_600_000;

/** A time range in ms since 1970, both ends inclusive. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the time windows in order and without overlaps. Overlapping windows are joined. */
const mergeWindows = (windows: readonly Window[]): Window[] => {
  const merged: Window[] = [];
  for (const window of [...windows].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.at(-1);
    if (last && window.fromMs <= last.toMs)
      merged[merged.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, window.toMs) };
    else merged.push(window);
  }
  return merged;
};

/** Times for which the caller may see an object's positions, in order and without overlaps. Undefined: any time. */
export const readVisibleWindows = async (
  context: Pick<Context, 'db' | 'now'>,
  caller: Caller,
  objectId: string,
): Promise<readonly Window[] | undefined> => {
  if (hasAnyRole(caller.roles, rights.whereabouts)) return undefined;
  const cases = (await readLeasedCases(context, caller)).filter(each => each.objectId === objectId);
  if (cases.length === 0) throw new DomainError('CASE_NEEDED');
  const caseWindows = cases.map(({ crashAt }) => {
    const crashMs = Date.parse(crashAt);
    return { fromMs: crashMs - aroundCaseMs, toMs: crashMs + aroundCaseMs };
  });
  return mergeWindows(caseWindows);
};

/** Returns the parts of a time range that lie in the time windows. If no windows are given, returns the whole range. */
export const clipToWindows = (time: Window, windows: readonly Window[] | undefined): readonly Window[] => {
  if (!windows) return [time];
  const visible = windows
    .filter(({ fromMs, toMs }) => fromMs <= time.toMs && toMs >= time.fromMs)
    .map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, time.fromMs), toMs: Math.min(toMs, time.toMs) }));
  if (visible.length === 0) throw new DomainError('CASE_NEEDED');
  return visible;
};

interface PositionAccess {
  readonly voucherId: number;
  readonly objectId: string;
  /** Description of the accessed data for the access log, such as a period or a trip. */
  readonly description: string;
}

/** Whether the access must be logged. If the same user makes two equal accesses at once, only one is logged. */
const isLogDue = async (
  { db }: Tx,
  { companyId, accountId }: Caller,
  objectId: string,
  now: Date,
): Promise<boolean> => {
  const cutoff = new Date(now.getTime() - logIntervalMs);
  const { rows } = await sql`
    insert into location_view (company_id, account_id, object_id, viewed_at)
    values (${companyId}, ${accountId}, ${objectId}, ${now})
    on conflict (company_id, account_id, object_id) do update set viewed_at = excluded.viewed_at
      where location_view.viewed_at <= ${cutoff}
    returning viewed_at`.execute(db);
  return rows.length > 0;
};

/** Logs who accessed an object's positions: once an hour for the same user and object. */
export const logPositionAccess = async (
  { now }: Pick<Context, 'now'>,
  { caller, change }: { readonly caller: Caller; readonly change: Request['change'] },
  { voucherId, objectId, description }: PositionAccess,
): Promise<void> => {
  await change(async tx => {
    if (await isLogDue(tx, caller, objectId, now())) {
      const changes = [{ field: 'Whereabouts', before: null, after: description }];
      await tx.audit({ entity: 'voucher', entityId: voucherId, action: 'whereabouts', changes });
    }
    return {};
  });
};
