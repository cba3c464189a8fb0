import { sliceTrack, type Track } from './positions.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import type { TelemetrySettings } from './settings.ts';
import { believedIndexes, speedsKmh } from './speeds.ts';
import { markSuspectFixes } from './suspectFixes.ts';

/** Vehicle speed before and after an impact, km/h. Null if no believed fix is near enough. */
export interface ImpactSpeeds {
  beforeKmh: number | null;
  /**
   * Source of a wrong speed before the impact, if the last fix and the device contradict each other: `fixSpeed` or
   * `deviceSpeed`.
   * `speedUnconfirmed`: no contradiction, but no fix comes near the device's speed. Null: no doubt.
   */
  doubt: 'fixSpeed' | 'deviceSpeed' | 'speedUnconfirmed' | null;
  afterKmh: number | null;
  /**
   * Part of the loss of speed that brakes cannot cause in the time between both speeds, km/h. Null: a speed is unknown.
   */
  lostKmh: number | null;
}

interface Speed {
  readonly kmh: number;
  readonly atMs: number;
}

/** Speeds of the believed fixes, where known, by rising time. */
const speedsOf = (track: Track, settings: TelemetrySettings): Speed[] => {
  const kept = believedIndexes(markSuspectFixes(track, Number.POSITIVE_INFINITY, settings).reasons);
  const speeds = Array.from(speedsKmh(track, kept, settings), (kmh, n) => ({ kmh, atMs: track.timeMs[kept[n]!]! }));
  return speeds.filter(({ kmh }) => !Number.isNaN(kmh));
};

/** The track without the receiver's speeds, so that speeds come from positions. */
const withoutSpeeds = (track: Track): Track => ({
  ...track,
  speedKmh: new Float32Array(track.speedKmh.length).fill(Number.NaN),
});

/**
 * Tells which speed is wrong, if the device reports more than the car could reach since the last fix. Null: none. A
 * lower speed is no contradiction, because an impact lowers the speed.
 * The speed from the positions up to the last fix decides. Without such a speed the device's speed is believed, because
 * it is nearer in time.
 */
const suspectOf = (track: Track, fix: Speed, device: Speed, settings: TelemetrySettings): ImpactSpeeds['doubt'] => {
  const reachKmh = ((device.atMs - fix.atMs) / 1000) * settings.fastestStartMs2 * 3.6;
  if (device.kmh <= fix.kmh + reachKmh + settings.tripStartKmh) return null;
  const placed = speedsOf(withoutSpeeds(track), settings).at(-1);
  if (!placed) return 'fixSpeed';
  return Math.abs(placed.kmh - device.kmh) < Math.abs(placed.kmh - fix.kmh) ? 'fixSpeed' : 'deviceSpeed';
};

/**
 * Speeds before and after an impact. Each side is computed separately, because positions of both sides would mix two
 * speeds.
 * Takes a sorted track. `deviceKmh`: the speed that the device reported at the impact.
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
