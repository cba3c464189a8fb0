import { sightingMinutes, sightingRadiusM } from '../../../src/contract/limits.ts';
import type { Seen, Sighting } from '../../../src/contract/shapes/sighting.ts';
import { normaliseNumber } from '../../../src/schema/kinds/documentNumber.ts';
import { momentWords } from '../../../src/schema/kinds/format.ts';
import { normalisePlate } from '../../../src/schema/kinds/plate.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import type { Context, Request } from '../../context.ts';
import { rounded } from '../../domain/rounded.ts';
import type { SeenAt } from '../../domain/telemetry/sighting.ts';
import { DomainError, invalid, notFound } from '../../errors.ts';
import { findSightingOf, readBlocks, type Window, windowsFor } from '../telemetry/service.ts';
import { type CarAtMoment, findCarVouchers } from './repository.ts';

/** How long before and after the requested time range a fix is searched, ms. */
const aroundMs = 12 * 3_600_000;

const iso = (ms: number): string => new Date(ms).toISOString();
const speedOf = (kmh: number) => (Number.isNaN(kmh) ? null : rounded(kmh, 1));

const onWire = (seen: SeenAt | null): Seen | null =>
  seen && {
    At: iso(Math.round(seen.atMs)),
    Latitude: rounded(seen.latitude, 6),
    Longitude: rounded(seen.longitude, 6),
    SpeedKmh: speedOf(seen.speedKmh),
    DistanceM: Math.round(seen.distanceM),
    UncertaintyM: Math.round(seen.uncertaintyM),
    Interpolated: seen.interpolated,
  };

const carOnWire = ({ voucherId, number, clientName, plate, vehicle, objectId }: CarAtMoment) => ({
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
const readable = (asked: Window, atMs: number, windows: readonly Window[] | undefined) => {
  const around = { fromMs: asked.fromMs - aroundMs, toMs: asked.toMs + aroundMs };
  if (!windows) return { asked, around };
  const open = windows.find(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs);
  if (!open) throw new DomainError('CASE_NEEDED');
  const cut = (one: Window) => ({ fromMs: Math.max(one.fromMs, open.fromMs), toMs: Math.min(one.toMs, open.toMs) });
  return { asked: cut(asked), around: cut(around) };
};

type Reading = Pick<Context, 'db' | 'now' | 'workers'>;
type Asking = Pick<Request<'POST /api/v3/sightings'>, 'caller' | 'body'>;

const lookAt = async (context: Reading, { caller, body }: Asking, car: CarAtMoment): Promise<Sighting> => {
  const atMs = Date.parse(body.At);
  const reachMs = (body.Minutes ?? sightingMinutes.usual) * 60_000;
  const window = { fromMs: atMs - reachMs, toMs: atMs + reachMs };
  const head = carOnWire(car);
  if (car.objectId === null) {
    // Throws for an operator who may see only the car of a leased case. The operator may not learn about other cars,
    // not even that no data exists.
    await windowsFor(context, caller, '');
    const none = { Nearest: null, AtMoment: null, Before: null, After: null, Gaps: [], Track: [] };
    return {
      ...head,
      From: iso(window.fromMs),
      To: iso(window.toMs),
      Verdict: 'noDevice',
      ...none,
      Fixes: 0,
      RecordedS: 0,
    };
  }
  const { asked, around } = readable(window, atMs, await windowsFor(context, caller, car.objectId));
  const found = await findSightingOf(context.workers, {
    blocks: await readBlocks(context.db, car.objectId, around.fromMs, around.toMs + 1),
    fromMs: around.fromMs,
    toMs: around.toMs + 1,
    question: {
      ...asked,
      atMs,
      latitude: body.Latitude,
      longitude: body.Longitude,
      radiusM: body.RadiusM ?? sightingRadiusM.usual,
    },
  });
  const { timeMs, latitude, longitude, speedKmh } = found.track;
  return {
    ...head,
    From: iso(asked.fromMs),
    To: iso(asked.toMs),
    Verdict: found.verdict,
    Nearest: onWire(found.nearest),
    AtMoment: onWire(found.atMoment),
    Before: onWire(found.before),
    After: onWire(found.after),
    Gaps: found.gaps.map(({ fromMs, toMs }) => ({ From: iso(fromMs), To: iso(toMs) })),
    Fixes: found.fixes,
    RecordedS: Math.round(found.recordedMs / 1000),
    Track: Array.from(timeMs, (ms, i) => [
      rounded((ms - atMs) / 1000, 3),
      latitude[i]!,
      longitude[i]!,
      speedOf(speedKmh[i]!),
    ]),
  };
};

/** Whether a car was near a place. Each question is recorded in the voucher's history before the answer. */
export const askSighting = async (
  context: Reading,
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
    throw invalid({ field: 'At', message: 'notLater', values: { max: momentWords(now, caller.timeZone) } });
  const at = iso(atMs);
  const named = {
    plate: Plate === undefined ? undefined : normalisePlate(Plate),
    voucherNumber: VoucherNumber === undefined ? undefined : normaliseNumber(VoucherNumber),
  };
  const cars = await findCarVouchers(context.db, caller.companyId, named, at);
  if (cars.length === 0) throw notFound();
  const driven = cars.filter(({ objectId }) => objectId !== null);
  const items: Sighting[] = [];
  let refused: DomainError | undefined;
  for (const car of driven.length > 0 ? driven : cars.slice(0, 1))
    try {
      items.push(await lookAt(context, request, car));
    } catch (error) {
      // A plate may belong to several vouchers. An operator with a leased case gets an answer only for the voucher of
      // that case.
      if (!(error instanceof DomainError && error.code === 'CASE_NEEDED')) throw error;
      refused = error;
    }
  if (items.length === 0 && refused) throw refused;
  const place = `${rounded(body.Latitude, 5)}, ${rounded(body.Longitude, 5)} · ${at}`;
  await change(async tx => {
    await tx.audit(
      items.map(({ VoucherId }) => ({
        entity: 'voucher',
        entityId: VoucherId,
        action: 'sighting',
        changes: [{ field: 'Whereabouts', before: null, after: place }],
      })),
    );
    return {};
  });
  return { Items: items };
};
