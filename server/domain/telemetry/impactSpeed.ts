import { gateTrack } from './gate.ts';
import { sliceTrack, type Track } from './positions.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import type { TelemetrySettings } from './settings.ts';
import { believedIndexes, speedsKmh } from './speeds.ts';

/** Vehicle speed before and after an impact, km/h; null where no believed fix is near enough. */
export interface ImpactSpeeds {
  beforeKmh: number | null;
  afterKmh: number | null;
  /** Of the drop, what brakes cannot have taken in the time between, km/h; null: one of the speeds is not known. */
  lostKmh: number | null;
}

interface Speed {
  readonly kmh: number;
  readonly atMs: number;
}

const speedAt = (track: Track, place: 'first' | 'last', settings: TelemetrySettings): Speed | null => {
  const kept = believedIndexes(gateTrack(track, Number.POSITIVE_INFINITY, settings).reasons);
  const kmh = speedsKmh(track, kept, settings).at(place === 'first' ? 0 : -1);
  const i = kept.at(place === 'first' ? 0 : -1);
  return kmh === undefined || i === undefined || Number.isNaN(kmh) ? null : { kmh, atMs: track.timeMs[i]! };
};

/** Each side is computed separately: positions from both sides would mix two speeds. Takes a sorted track. */
export const impactSpeeds = (sent: Track, impactMs: number, settings: TelemetrySettings): ImpactSpeeds => {
  const track = withTrustedSpeeds(sent, settings);
  const before = speedAt(sliceTrack(track, impactMs - settings.speedBeforeWithinMs, impactMs + 1), 'last', settings);
  const after = speedAt(
    sliceTrack(track, impactMs + settings.speedAfterFromMs, impactMs + settings.speedAfterWithinMs),
    'first',
    settings,
  );
  const brakedKmh = before && after ? ((after.atMs - before.atMs) / 1000) * settings.maximumAccelerationMs2 * 3.6 : 0;
  return {
    beforeKmh: before?.kmh ?? null,
    afterKmh: after?.kmh ?? null,
    lostKmh: before && after ? Math.max(0, before.kmh - after.kmh - brakedKmh) : null,
  };
};
