import type { CrashMessage, Curve, StatisticMessage } from '../../../src/contract/shapes/telemetry.ts';
import { encodeCurve } from '../../domain/telemetry/codec.ts';
import { type CurveSamples, curveSamplesOf } from '../../domain/telemetry/curves.ts';
import { type Impact, impactOf } from '../../domain/telemetry/impact.ts';
import { type PreparedPositions, preparePositions } from './positions.ts';

/** A curve that starts further than this from its crash was dated by a wrong clock. */
const curveNearMs = 3_600_000;

export interface PreparedCurve extends Pick<CurveSamples, 'startMs' | 'rateHz' | 'rangeG' | 'frame'> {
  readonly endMs: number;
  readonly samples: number;
  readonly data: Uint8Array;
}

export interface PreparedImpact {
  readonly crashMs: number;
  /** As sent by the device; null: 0/0 or missing. */
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
  readonly speedKmh: number | null;
  readonly found: Impact;
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
  /** JSON of the message, UTF-8, for the quarantine. */
  readonly text: Uint8Array;
}

const prepareCurve = (curve: CurveSamples): PreparedCurve => {
  const { startMs, rateHz, rangeG, frame } = curve;
  const samples = curve.longitudinalG.length;
  const endMs = startMs + Math.round((samples / rateHz) * 1000);
  return { startMs, endMs, rateHz, rangeG, frame, samples, data: encodeCurve(curve) };
};

/** The message's crash time is authoritative: a curve dated otherwise is shifted to have its peak then. */
const placedCurve = (sent: Curve, crashMs: number): CurveSamples => {
  const curve = curveSamplesOf(sent);
  if (Math.abs(curve.startMs - crashMs) <= curveNearMs) return curve;
  return { ...curve, startMs: crashMs - Math.round(impactOf(curve).facts.PeakAtMs ?? 0) };
};

const placeOf = ({ Latitude, Longitude }: CrashMessage): PreparedImpact['place'] =>
  Latitude !== undefined && Longitude !== undefined && (Math.abs(Latitude) >= 0.001 || Math.abs(Longitude) >= 0.001)
    ? { latitude: Latitude, longitude: Longitude }
    : null;

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
  text: textOf(message),
});

const prepareCrash = (message: CrashMessage, receivedMs: number): PreparedMessage => {
  const crashMs = Date.parse(message.CrashDateTime);
  const curve = placedCurve(message.Curve, crashMs);
  return {
    kind: 'crash',
    ...common(message, receivedMs),
    curve: prepareCurve(curve),
    impact: { crashMs, place: placeOf(message), speedKmh: message.Speed ?? null, found: impactOf(curve) },
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
