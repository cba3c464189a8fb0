import { type Kysely, sql } from 'kysely';
import { sightingMinutes, sightingRadiusM } from '../../../src/contract/limits.ts';
import type { SightedPosition, Sighting } from '../../../src/contract/shapes/sighting.ts';
import { normaliseNumber } from '../../../src/schema/kinds/documentNumber.ts';
import { momentInAllLocales } from '../../../src/schema/kinds/format.ts';
import { normalisePlate } from '../../../src/schema/kinds/plate.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import type { Context, Request } from '../../context.ts';
import type { Database } from '../../db/types.ts';
import { roundTo } from '../../domain/rounding.ts';
import type { CarPosition } from '../../domain/telemetry/sighting.ts';
import { DomainError, invalid, notFound } from '../../errors.ts';
import { readBlocks, readVisibleWindows, runFindSighting, type Window } from '../telemetry/service.ts';

/**
 * A vehicle under a voucher, and the object whose device worked at the given time. `objectId` null: no device worked
 * then.
 */
interface CarAtMoment {
  readonly voucherId: number;
  readonly number: string;
  readonly clientName: string;
  readonly plate: string;
  readonly vehicle: string;
  readonly objectId: string | null;
}

/** Maximum number of cars with one plate. */
const maxCars = 10;

/**
 * Vouchers of a car, found by the car's plate or the voucher's number. Vouchers whose device worked at the given time
 * come first.
 */
const findCarVouchers = async (
  db: Kysely<Database>,
  companyId: number,
  query: { readonly plate?: string | undefined; readonly voucherNumber?: string | undefined },
  at: string,
): Promise<CarAtMoment[]> => {
  const carCondition =
    query.plate === undefined
      ? sql`search_plain(voucher.number) collate "C" = search_plain(${query.voucherNumber ?? ''})`
      : sql`search_plain(vehicle.reg_number) collate "C" = search_plain(${query.plate})`;
  const { rows } = await sql<CarAtMoment>`
    select voucher.id as "voucherId", voucher.number, voucher.client_name as "clientName",
      vehicle.reg_number as plate, btrim(vehicle.brand || ' ' || vehicle.model) as vehicle,
      max(object.object_id) filter (where object.from_at <= ${at} and coalesce(object.to_at > ${at}, true)) as "objectId"
    from vehicle
    join monitored_object object on object.company_id = vehicle.company_id and object.vehicle_id = vehicle.id
    join voucher on voucher.company_id = object.company_id and voucher.id = object.voucher_id
    where vehicle.company_id = ${companyId} and ${carCondition}
    group by voucher.id, voucher.number, voucher.client_name, vehicle.reg_number, vehicle.brand, vehicle.model
    order by 6 nulls last, voucher.id desc limit ${maxCars}`.execute(db);
  return rows;
};

/** How long before and after the requested time range a fix is searched, ms. */
const searchMarginMs = 12 * 3_600_000;

const toIso = (ms: number): string => new Date(ms).toISOString();
const roundSpeed = (kmh: number) => (Number.isNaN(kmh) ? null : roundTo(kmh, 1));

const toSeen = (seen: CarPosition | null): SightedPosition | null =>
  seen && {
    At: toIso(Math.round(seen.atMs)),
    Latitude: roundTo(seen.latitude, 6),
    Longitude: roundTo(seen.longitude, 6),
    SpeedKmh: roundSpeed(seen.speedKmh),
    DistanceM: Math.round(seen.distanceM),
    UncertaintyM: Math.round(seen.uncertaintyM),
    Interpolated: seen.interpolated,
  };

const toCarFields = ({ voucherId, number, clientName, plate, vehicle, objectId }: CarAtMoment) => ({
  VoucherId: voucherId,
  VoucherNumber: number,
  ClientName: clientName,
  VehicleRegNumber: plate,
  Vehicle: vehicle,
  ObjectId: objectId,
});

/**
 * Returns the requested time range and the longer one in which fixes are read, both limited to what the caller may see.
 * Throws CASE_NEEDED if the caller may not see `atMs`.
 */
const limitToVisible = (requested: Window, atMs: number, windows: readonly Window[] | undefined) => {
  const searched = { fromMs: requested.fromMs - searchMarginMs, toMs: requested.toMs + searchMarginMs };
  if (!windows) return { requested, searched };
  const visibleWindow = windows.find(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs);
  if (!visibleWindow) throw new DomainError('CASE_NEEDED');
  const clip = (range: Window) => ({
    fromMs: Math.max(range.fromMs, visibleWindow.fromMs),
    toMs: Math.min(range.toMs, visibleWindow.toMs),
  });
  return { requested: clip(requested), searched: clip(searched) };
};

type SightingContext = Pick<Context, 'db' | 'now' | 'workers'>;
type SightingRequest = Pick<Request<'POST /api/v3/sightings'>, 'caller' | 'body'>;

const findSighting = async (
  context: SightingContext,
  { caller, body }: SightingRequest,
  car: CarAtMoment,
): Promise<Sighting> => {
  const atMs = Date.parse(body.At);
  const halfRangeMs = (body.Minutes ?? sightingMinutes.usual) * 60_000;
  const window = { fromMs: atMs - halfRangeMs, toMs: atMs + halfRangeMs };
  const carFields = toCarFields(car);
  if (car.objectId === null) {
    // Throws for an operator who may see only the car of a leased case. The operator may not learn about other cars,
    // not even that no data exists.
    await readVisibleWindows(context, caller, '');
    const emptyResult = { Nearest: null, AtMoment: null, Before: null, After: null, Gaps: [], Track: [] };
    return {
      ...carFields,
      From: toIso(window.fromMs),
      To: toIso(window.toMs),
      Verdict: 'noDevice',
      ...emptyResult,
      Fixes: 0,
      RecordedS: 0,
    };
  }
  const { requested, searched } = limitToVisible(window, atMs, await readVisibleWindows(context, caller, car.objectId));
  const sighting = await runFindSighting(context.workers, {
    blocks: await readBlocks(context.db, car.objectId, searched.fromMs, searched.toMs + 1),
    fromMs: searched.fromMs,
    toMs: searched.toMs + 1,
    question: {
      ...requested,
      atMs,
      latitude: body.Latitude,
      longitude: body.Longitude,
      radiusM: body.RadiusM ?? sightingRadiusM.usual,
    },
  });
  const { timeMs, latitude, longitude, speedKmh } = sighting.track;
  return {
    ...carFields,
    From: toIso(requested.fromMs),
    To: toIso(requested.toMs),
    Verdict: sighting.verdict,
    Nearest: toSeen(sighting.nearest),
    AtMoment: toSeen(sighting.atMoment),
    Before: toSeen(sighting.before),
    After: toSeen(sighting.after),
    Gaps: sighting.gaps.map(({ fromMs, toMs }) => ({ From: toIso(fromMs), To: toIso(toMs) })),
    Fixes: sighting.fixes,
    RecordedS: Math.round(sighting.recordedMs / 1000),
    Track: Array.from(timeMs, (ms, i) => [
      roundTo((ms - atMs) / 1000, 3),
      latitude[i]!,
      longitude[i]!,
      roundSpeed(speedKmh[i]!),
    ]),
  };
};

/**
 * Returns whether a car was near a place at a time. Each question is recorded in the voucher's history before the
 * answer is sent.
 */
export const findSightings = async (
  context: SightingContext,
  request: Pick<Request<'POST /api/v3/sightings'>, 'caller' | 'change' | 'body'>,
): Promise<{ Items: Sighting[] }> => {
  const { caller, body, change } = request;
  const { Plate, VoucherNumber } = body;
  if (Plate === undefined && VoucherNumber === undefined) throw invalid({ field: 'Plate', message: 'required' });
  for (const [field, text] of Object.entries({ Plate, VoucherNumber }))
    if (text !== undefined && !isStorable(text)) throw invalid({ field, message: 'characters' });
  // A leap second is a valid date-time that Date cannot parse.
  const atMs = Date.parse(body.At);
  if (Number.isNaN(atMs)) throw invalid({ field: 'At', message: 'format', values: { format: '2026-01-15T09:30:00Z' } });
  const now = context.now();
  if (atMs > now.getTime())
    throw invalid({ field: 'At', message: 'notLater', values: { max: momentInAllLocales(now, caller.timeZone) } });
  const at = toIso(atMs);
  const carQuery = {
    plate: Plate === undefined ? undefined : normalisePlate(Plate),
    voucherNumber: VoucherNumber === undefined ? undefined : normaliseNumber(VoucherNumber),
  };
  const cars = await findCarVouchers(context.db, caller.companyId, carQuery, at);
  if (cars.length === 0) throw notFound();
  const monitoredCars = cars.filter(({ objectId }) => objectId !== null);
  const items: Sighting[] = [];
  let accessError: DomainError | undefined;
  for (const car of monitoredCars.length > 0 ? monitoredCars : cars.slice(0, 1))
    try {
      items.push(await findSighting(context, request, car));
    } catch (error) {
      // A plate may belong to several vouchers. An operator with a leased case gets an answer only for the voucher of
      // that case.
      if (!(error instanceof DomainError && error.code === 'CASE_NEEDED')) throw error;
      accessError = error;
    }
  if (items.length === 0 && accessError) throw accessError;
  const auditText = `${roundTo(body.Latitude, 5)}, ${roundTo(body.Longitude, 5)} · ${at}`;
  await change(async tx => {
    await tx.audit(
      items.map(({ VoucherId }) => ({
        entity: 'voucher',
        entityId: VoucherId,
        action: 'sighting',
        changes: [{ field: 'Whereabouts', before: null, after: auditText }],
      })),
    );
    return {};
  });
  return { Items: items };
};
