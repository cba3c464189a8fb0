import { clockToleranceMs } from '../../../src/contract/limits.ts';
import type { AccidentCreate, AccidentDetail, NearAccident } from '../../../src/contract/shapes/accident.ts';
import { momentWords } from '../../../src/schema/kinds/format.ts';
import { isInvisible } from '../../../src/schema/kinds/plain.ts';
import { noFacts } from '../../domain/telemetry/noFacts.ts';
import { invalid } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import type { Asking, Desk } from './desk.ts';
import { momentOf, textOf } from './input.ts';
import { readDetail } from './reading.ts';
import { createAccident } from './service.ts';

const optional = (field: string, text = ''): string => (isInvisible(text) ? '' : textOf(field, text.trim()));

const requireWholePlace = ({ Latitude, Longitude }: AccidentCreate): void => {
  if ((Latitude === undefined) === (Longitude === undefined)) return;
  throw invalid({ field: Latitude === undefined ? 'Latitude' : 'Longitude', message: 'required' });
};

/** Distance in hours within which another accident of the same car is probably the same one. */
const nearHours = 2;
/** Maximum number of accidents shown. */
const mostNear = 5;

/** Accidents of a voucher around a time, the nearest first. */
export const accidentsNear = async (
  { db }: Desk,
  { companyId }: Caller,
  { VoucherId, CrashDateTime }: { readonly VoucherId: number; readonly CrashDateTime: string },
): Promise<NearAccident[]> => {
  const at = momentOf('CrashDateTime', CrashDateTime).getTime();
  const shifted = (hours: number) => new Date(at + hours * 3_600_000).toISOString();
  const voucher = await db
    .selectFrom('voucher')
    .select('object_id')
    .where('company_id', '=', companyId)
    .where('id', '=', VoucherId)
    .executeTakeFirst();
  if (!voucher) return [];
  // Searches by object, because that has an index. Former cars of the voucher are other objects.
  const rows = await db
    .selectFrom('accident')
    .select(['id', 'object_id', 'crash_unique_identifier', 'crash_at', 'status'])
    .where('company_id', '=', companyId)
    .where('object_id', '=', voucher.object_id)
    .where('crash_at', '>=', shifted(-nearHours))
    .where('crash_at', '<=', shifted(nearHours))
    .execute();
  const apart = ({ crash_at }: { crash_at: string }) => Math.abs(Date.parse(crash_at) - at);
  return rows
    .sort((a, b) => apart(a) - apart(b))
    .slice(0, mostNear)
    .map(row => ({
      Id: row.id,
      ObjectId: row.object_id,
      CrashUniqueIdentifier: row.crash_unique_identifier ?? row.id,
      CrashDateTime: row.crash_at,
      Status: row.status,
    }));
};

/** Creates an accident reported by a person. Without a recording no facts are computed. */
export const report = (desk: Desk, asking: Asking, body: AccidentCreate): Promise<AccidentDetail> => {
  const now = desk.now();
  const crashAt = momentOf('CrashDateTime', body.CrashDateTime);
  if (crashAt.getTime() > now.getTime() + clockToleranceMs)
    throw invalid({
      field: 'CrashDateTime',
      message: 'notLater',
      values: { max: momentWords(now, asking.caller.timeZone) },
    });
  requireWholePlace(body);
  return asking.change(async tx => {
    const { id } = await createAccident(tx, {
      companyId: asking.caller.companyId,
      voucherId: body.VoucherId,
      crashAt,
      source: optional('Source', body.Source) || 'operator',
      latitude: body.Latitude ?? null,
      longitude: body.Longitude ?? null,
      city: optional('City', body.City),
      street: optional('Street', body.Street),
      facts: noFacts(),
      status: 'opened',
      createdAt: now,
    });
    return readDetail(desk, asking, id, tx.db);
  });
};
