import { dayMs } from '../../../src/schema/kinds/time.ts';
import type { Context, Request } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import * as repository from './repository.ts';
import { clipToWindows, logPositionAccess, readVisibleWindows, type Window } from './whereabouts.ts';

const maxDays = 7;

interface MomentRange {
  readonly from: string;
  readonly to: string;
}

/** The time range of a query in ms since 1970, end exclusive. Throws above seven days. */
export const parsePeriod = ({ from, to }: MomentRange): Window => {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (Number.isNaN(fromMs))
    throw invalid({ field: 'from', message: 'format', values: { format: '2026-01-15T09:30:00Z' } });
  if (!(toMs >= fromMs)) throw invalid({ field: 'to', message: 'notBeforeStart' });
  if (toMs - fromMs > maxDays * dayMs)
    throw invalid({ field: 'to', message: 'periodTooLong', values: { days: maxDays } });
  return { fromMs, toMs };
};

/** Throws if the first day of a list is after its last day. An empty list would hide the mistake. */
export const requireDateOrder = ({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): void => {
  if (from !== undefined && to !== undefined && from > to) throw invalid({ field: 'to', message: 'notBeforeStart' });
};

/**
 * Checks that the caller may read an object's time range, and logs the access. Returns the parts that the caller may
 * see.
 */
export const openPeriod = async (
  context: Pick<Context, 'db' | 'now'>,
  request: { readonly caller: Caller; readonly change: Request['change'] },
  objectId: string,
  moments: MomentRange,
): Promise<readonly Window[]> => {
  const period = parsePeriod(moments);
  const voucherId = await repository.readVoucherId(context.db, request.caller.companyId, objectId);
  const windows = clipToWindows(period, await readVisibleWindows(context, request.caller, objectId));
  await logPositionAccess(context, request, { voucherId, objectId, description: `${moments.from} – ${moments.to}` });
  return windows;
};
