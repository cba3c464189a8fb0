import { createHash } from 'node:crypto';
import type { AlarmKind } from '../../../src/contract/alarms.ts';
import type { CrashMessage, Curve, StatisticMessage } from '../../../src/contract/shapes/telemetry.ts';
import { encodeCurve } from '../../domain/telemetry/codec.ts';
import { type CurveSamples, curveSamplesOf } from '../../domain/telemetry/curves.ts';
import { type DrivingFault, drivingDoubts, drivingFaults } from '../../domain/telemetry/drivingDoubts.ts';
import { type Impact, impactOf } from '../../domain/telemetry/impact.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import { type PreparedPositions, preparePositions } from './positions.ts';

export interface PreparedCurve extends Pick<CurveSamples, 'startMs' | 'rateHz' | 'rangeG' | 'frame'> {
  readonly endMs: number;
  readonly samples: number;
  readonly data: Uint8Array;
  /** Of what was measured, whenever it is said to have been: the same crash sent again has the same. */
  readonly digest: string;
  /** What is wrong with it if it was sent while driving, by samples, and what keeps it from being used; null: nothing. */
  readonly faults: Partial<Record<DrivingFault, number>>;
  readonly held: DrivingFault | null;
}

export interface PreparedImpact {
  readonly crashMs: number;
  /** As sent by the device; null: 0/0 or missing. */
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
  readonly speedKmh: number | null;
  readonly found: Impact;
  /** The curve's clock did not contain the crash: it was laid anew. */
  readonly clockShifted: boolean;
}

/** An alarm whose time can be believed; a place off the globe counts as not sent. */
export interface PreparedAlarm {
  readonly kind: AlarmKind;
  readonly atMs: number;
  readonly speedKmh: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/**
 * A message ready to store: everything that follows from it alone is computed, so that a worker thread can do it. Large
 * arrays are typed and few, so they transfer without copying.
 */
export interface PreparedMessage {
  readonly kind: 'statistic' | 'crash';
  readonly messageId: string;
  readonly imei: string;
  readonly receivedMs: number;
  readonly positions: PreparedPositions;
  readonly curve: PreparedCurve | null;
  readonly impact: PreparedImpact | null;
  readonly alarms: readonly PreparedAlarm[];
  /** JSON of the message, UTF-8, for the quarantine. */
  readonly text: Uint8Array;
}

const digestOf = ({ longitudinalG, lateralG, verticalG, rateHz }: CurveSamples): string => {
  const hash = createHash('sha256').update(String(rateHz));
  for (const axis of [longitudinalG, lateralG, verticalG]) hash.update(axis);
  return hash.digest('hex');
};

const prepareCurve = (curve: CurveSamples): PreparedCurve => {
  const { startMs, rateHz, rangeG, frame } = curve;
  const samples = curve.longitudinalG.length;
  const endMs = startMs + Math.round((samples / rateHz) * 1000);
  const faults = drivingDoubts(curve, defaultSettings);
  const held = drivingFaults.find(fault => fault !== 'clipped' && faults[fault] !== undefined) ?? null;
  const data = encodeCurve(curve);
  return { startMs, endMs, rateHz, rangeG, frame, samples, data, digest: digestOf(curve), faults, held };
};

/** The message's crash time is authoritative: a curve that does not contain it is shifted to have its peak then. */
const placedCurve = (sent: Curve, crashMs: number): { curve: CurveSamples; clockShifted: boolean } => {
  const curve = curveSamplesOf(sent);
  const endMs = curve.startMs + (curve.longitudinalG.length / curve.rateHz) * 1000;
  if (curve.startMs <= crashMs && crashMs <= endMs) return { curve, clockShifted: false };
  const startMs = crashMs - Math.round(impactOf(curve).facts.PeakAtMs ?? 0);
  return { curve: { ...curve, startMs }, clockShifted: curve.longitudinalG.length > 0 };
};

const placeOf = ({ Latitude, Longitude }: Pick<CrashMessage, 'Latitude' | 'Longitude'>): PreparedImpact['place'] => {
  if (Latitude === undefined || Longitude === undefined) return null;
  const [north, east] = [Math.abs(Latitude), Math.abs(Longitude)];
  const onGlobe = north <= 90 && east <= 180 && (north >= 0.001 || east >= 0.001);
  return onGlobe ? { latitude: Latitude, longitude: Longitude } : null;
};

const speedOf = ({ Speed }: Pick<CrashMessage, 'Speed'>): number | null =>
  Speed !== undefined && Speed >= 0 && Speed <= defaultSettings.maximumSpeedKmh ? Speed : null;

const dayMs = 24 * 3_600_000;

const alarmsOf = ({ Alarms = [] }: StatisticMessage, receivedMs: number): PreparedAlarm[] =>
  Alarms.flatMap(alarm => {
    const atMs = Date.parse(alarm.DateTime);
    const believed = atMs >= receivedMs - defaultSettings.oldestFixAgeMs && atMs <= receivedMs + dayMs;
    const { latitude = null, longitude = null } = placeOf(alarm) ?? {};
    return believed ? [{ kind: alarm.Kind, atMs, speedKmh: speedOf(alarm), latitude, longitude }] : [];
  });

const common = ({ MessageId, Imei, Positions = [] }: StatisticMessage | CrashMessage, receivedMs: number) => ({
  messageId: MessageId,
  imei: Imei,
  receivedMs,
  positions: preparePositions(Positions, receivedMs),
});

const textOf = (message: object): Uint8Array => Buffer.from(JSON.stringify(message));

const prepareStatistic = (message: StatisticMessage, receivedMs: number): PreparedMessage => ({
  kind: 'statistic',
  ...common(message, receivedMs),
  curve: message.Acceleration ? prepareCurve(curveSamplesOf(message.Acceleration)) : null,
  impact: null,
  alarms: alarmsOf(message, receivedMs),
  text: textOf(message),
});

const prepareCrash = (message: CrashMessage, receivedMs: number): PreparedMessage => {
  const crashMs = Date.parse(message.CrashDateTime);
  const { curve, clockShifted } = placedCurve(message.Curve, crashMs);
  return {
    kind: 'crash',
    ...common(message, receivedMs),
    curve: prepareCurve(curve),
    impact: {
      crashMs,
      place: placeOf(message),
      speedKmh: speedOf(message),
      found: impactOf(curve),
      clockShifted,
    },
    alarms: [],
    text: textOf(message),
  };
};

/** `receivedMs`: the arrival that the message's times are judged by, ms since 1970. */
export const prepareMessage = (
  kind: PreparedMessage['kind'],
  message: StatisticMessage | CrashMessage,
  receivedMs: number,
): PreparedMessage =>
  kind === 'statistic'
    ? prepareStatistic(message as StatisticMessage, receivedMs)
    : prepareCrash(message as CrashMessage, receivedMs);
