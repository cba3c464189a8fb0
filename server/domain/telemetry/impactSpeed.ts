import { gateTrack } from './gate.ts';
import { sliceTrack, type Track } from './positions.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import type { TelemetrySettings } from './settings.ts';
import { believedIndexes, speedsKmh } from './speeds.ts';

/** Vehicle speed before and after an impact, km/h; null where no believed fix is near enough. */
export interface ImpactSpeeds {
  beforeKmh: number | null;
  /**
   * Which of two speeds before the impact is not believed, where fixes and device contradict each other; `speedUnconfirmed`:
   * both may be true, but no fix comes near the device's.
   */
  doubt: 'fixSpeed' | 'deviceSpeed' | 'speedUnconfirmed' | null;
  afterKmh: number | null;
  /** Of the drop, what brakes cannot have taken in the time between, km/h; null: one of the speeds is not known. */
  lostKmh: number | null;
}

interface Speed {
  readonly kmh: number;
  readonly atMs: number;
}

/** Of the believed fixes whose speed is known, by rising time. */
const speedsOf = (track: Track, settings: TelemetrySettings): Speed[] => {
  const kept = believedIndexes(gateTrack(track, Number.POSITIVE_INFINITY, settings).reasons);
  const speeds = Array.from(speedsKmh(track, kept, settings), (kmh, n) => ({ kmh, atMs: track.timeMs[kept[n]!]! }));
  return speeds.filter(({ kmh }) => !Number.isNaN(kmh));
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
const suspectOf = (track: Track, fix: Speed, device: Speed, settings: TelemetrySettings): ImpactSpeeds['doubt'] => {
  const reachKmh = ((device.atMs - fix.atMs) / 1000) * settings.fastestStartMs2 * 3.6;
  if (device.kmh <= fix.kmh + reachKmh + settings.tripStartKmh) return null;
  const placed = speedsOf(withoutSpeeds(track), settings).at(-1);
  if (!placed) return 'fixSpeed';
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
  const fixes = speedsOf(led, settings);
  const fix = fixes.at(-1);
  const device = deviceKmh === null ? null : { kmh: deviceKmh, atMs: impactMs };
  const suspect = fix && device && suspectOf(led, fix, device, settings);
  const before = suspect === 'fixSpeed' ? device : (fix ?? device);
  const after = speedsOf(
    sliceTrack(track, impactMs + settings.speedAfterFromMs, impactMs + settings.speedAfterWithinMs),
    settings,
  ).at(0);
  const comesNear = ({ kmh }: Speed): boolean => kmh + settings.confirmedWithinKmh >= (deviceKmh ?? 0);
  const unconfirmed = fix !== undefined && ![...fixes, ...(after ? [after] : [])].some(comesNear);
  const brakedKmh = before && after ? ((after.atMs - before.atMs) / 1000) * settings.maximumAccelerationMs2 * 3.6 : 0;
  return {
    beforeKmh: before?.kmh ?? null,
    doubt: suspect ?? (unconfirmed ? 'speedUnconfirmed' : null),
    afterKmh: after?.kmh ?? null,
    lostKmh: before && after ? Math.max(0, before.kmh - after.kmh - brakedKmh) : null,
  };
};
