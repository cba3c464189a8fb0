import { sql } from 'kysely';
import { holdsOne, rights } from '../../../src/contract/access.ts';
import type { Context, Request } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { leasedCases } from '../accidents/service.ts';

/** Time before and after the crash of a leased case for which an operator may see the car's positions, ms. */
const aroundCaseMs = 2 * 3_600_000;
/** After a logged access, further access of the same user to the same object is not logged for this time, ms. */
const noteEveryMs = 3_600_000;

/** A time range in ms since 1970, both ends inclusive. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the windows in order and without overlaps. Windows that overlap are joined. */
const joined = (windows: readonly Window[]): Window[] => {
  const apart: Window[] = [];
  for (const window of [...windows].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = apart.at(-1);
    if (last && window.fromMs <= last.toMs)
      apart[apart.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, window.toMs) };
    else apart.push(window);
  }
  return apart;
};

/** Times for which the caller may see an object's positions, in order and without overlaps. Undefined: any time. */
export const windowsFor = async (
  context: Pick<Context, 'db' | 'now'>,
  caller: Caller,
  objectId: string,
): Promise<readonly Window[] | undefined> => {
  if (holdsOne(caller.roles, rights.whereabouts)) return undefined;
  const held = (await leasedCases(context, caller)).filter(each => each.objectId === objectId);
  if (held.length === 0) throw new DomainError('CASE_NEEDED');
  const around = held.map(({ crashAt }) => {
    const crashMs = Date.parse(crashAt);
    return { fromMs: crashMs - aroundCaseMs, toMs: crashMs + aroundCaseMs };
  });
  return joined(around);
};

/** The part of a time range that lies in the windows. Without windows the whole range. */
export const seenOf = (time: Window, windows: readonly Window[] | undefined): readonly Window[] => {
  if (!windows) return [time];
  const seen = windows
    .filter(({ fromMs, toMs }) => fromMs <= time.toMs && toMs >= time.fromMs)
    .map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, time.fromMs), toMs: Math.min(toMs, time.toMs) }));
  if (seen.length === 0) throw new DomainError('CASE_NEEDED');
  return seen;
};

interface Reading {
  readonly voucherId: number;
  readonly objectId: string;
  /** Description of the accessed data for the log, such as a period or a trip. */
  readonly what: string;
}

/** Whether the access must be logged. Of two simultaneous equal accesses one is logged. */
const isDue = async ({ db }: Tx, { companyId, accountId }: Caller, objectId: string, now: Date): Promise<boolean> => {
  const before = new Date(now.getTime() - noteEveryMs);
  const { rows } = await sql`
    insert into location_view (company_id, account_id, object_id, viewed_at)
    values (${companyId}, ${accountId}, ${objectId}, ${now})
    on conflict (company_id, account_id, object_id) do update set viewed_at = excluded.viewed_at
      where location_view.viewed_at <= ${before}
    returning viewed_at`.execute(db);
  return rows.length > 0;
};

/** Logs who accessed an object's positions: once an hour for the same user and object. */
export const noteReading = async (
  { now }: Pick<Context, 'now'>,
  { caller, change }: { readonly caller: Caller; readonly change: Request['change'] },
  { voucherId, objectId, what }: Reading,
): Promise<void> => {
  await change(async tx => {
    if (await isDue(tx, caller, objectId, now())) {
      const changes = [{ field: 'Whereabouts', before: null, after: what }];
      await tx.audit({ entity: 'voucher', entityId: voucherId, action: 'whereabouts', changes });
    }
    return {};
  });
};
