import { gateTrack } from './gate.ts';
import { sliceTrack, type Track } from './positions.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import type { TelemetrySettings } from './settings.ts';
import { believedIndexes, speedsKmh } from './speeds.ts';

/** Vehicle speed before and after an impact, km/h; null where no believed fix is near enough. */
export interface ImpactSpeeds {
  beforeKmh: number | null;
  /** Which of two speeds before the impact is not believed, where fixes and device contradict each other. */
  suspect: 'fixSpeed' | 'deviceSpeed' | null;
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

/** The track as its places alone tell it. */
const withoutSpeeds = (track: Track): Track => ({
  ...track,
  speedKmh: new Float32Array(track.speedKmh.length).fill(Number.NaN),
});

/**
 * Which of the two is wrong where the device says more at the impact than could be reached from the last fix; less is what
 * an impact does. The places up to that fix decide; without any, the device's own is nearer in time.
 */
const suspectOf = (track: Track, fix: Speed, device: Speed, settings: TelemetrySettings): ImpactSpeeds['suspect'] => {
  const reachKmh = ((device.atMs - fix.atMs) / 1000) * settings.fastestStartMs2 * 3.6;
  if (device.kmh <= fix.kmh + reachKmh + settings.tripStartKmh) return null;
  const placed = speedAt(withoutSpeeds(track), 'last', settings);
  if (placed === null) return 'fixSpeed';
  return Math.abs(placed.kmh - device.kmh) < Math.abs(placed.kmh - fix.kmh) ? 'fixSpeed' : 'deviceSpeed';
};

/**
 * Each side is computed separately: positions from both sides would mix two speeds. Takes a sorted track; `deviceKmh`: what
 * the device itself says it drove at the impact.
 */
export const impactSpeeds = (
  sent: Track,
  impactMs: number,
  deviceKmh: number | null,
  settings: TelemetrySettings,
): ImpactSpeeds => {
  const track = withTrustedSpeeds(sent, settings);
  const led = sliceTrack(track, impactMs - settings.speedBeforeWithinMs, impactMs + 1);
  const fix = speedAt(led, 'last', settings);
  const device = deviceKmh === null ? null : { kmh: deviceKmh, atMs: impactMs };
  const suspect = fix && device && suspectOf(led, fix, device, settings);
  const before = suspect === 'fixSpeed' ? device : (fix ?? device);
  const after = speedAt(
    sliceTrack(track, impactMs + settings.speedAfterFromMs, impactMs + settings.speedAfterWithinMs),
    'first',
    settings,
  );
  const brakedKmh = before && after ? ((after.atMs - before.atMs) / 1000) * settings.maximumAccelerationMs2 * 3.6 : 0;
  return {
    beforeKmh: before?.kmh ?? null,
    suspect,
    afterKmh: after?.kmh ?? null,
    lostKmh: before && after ? Math.max(0, before.kmh - after.kmh - brakedKmh) : null,
  };
};
