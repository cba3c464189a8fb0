import { gateTrack } from './gate.ts';
import { sliceTrack, type Track } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';
import { believedIndexes, speedsKmh } from './speeds.ts';

/** Vehicle speed before and after an impact, km/h; null where no believed fix is near enough. */
export interface ImpactSpeeds {
  beforeKmh: number | null;
  afterKmh: number | null;
}

const speedAt = (track: Track, place: 'first' | 'last', settings: TelemetrySettings): number | null => {
  const kept = believedIndexes(gateTrack(track, Number.POSITIVE_INFINITY, settings).reasons);
  const speed = speedsKmh(track, kept, settings).at(place === 'first' ? 0 : -1);
  return speed === undefined || Number.isNaN(speed) ? null : speed;
};

/** Each side is computed separately: positions from both sides would mix two speeds. Takes a sorted track. */
export const impactSpeeds = (track: Track, impactMs: number, settings: TelemetrySettings): ImpactSpeeds => ({
  beforeKmh: speedAt(sliceTrack(track, impactMs - settings.speedBeforeWithinMs, impactMs + 1), 'last', settings),
  afterKmh: speedAt(
    sliceTrack(track, impactMs + settings.speedAfterFromMs, impactMs + settings.speedAfterWithinMs),
    'first',
    settings,
  ),
});
