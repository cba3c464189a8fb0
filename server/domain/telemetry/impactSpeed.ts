import { sliceTrack, type Track } from './positions.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import type { TelemetrySettings } from './settings.ts';
import { speedsKmh, trustedIndexes } from './speeds.ts';
import { markSuspectFixes } from './suspectFixes.ts';

/** Vehicle speed before and after an impact, km/h. Null: no fix is near enough that is not suspect. */
export interface ImpactSpeeds {
  beforeKmh: number | null;
  /**
   * Source of a wrong speed before the impact, if the last fix and the device contradict each other: `fixSpeed` or
   * `deviceSpeed`.
   * `speedUnconfirmed`: no contradiction, but no fix comes near the device's speed. Null: the speed is not in doubt.
   */
  doubt: 'fixSpeed' | 'deviceSpeed' | 'speedUnconfirmed' | null;
  afterKmh: number | null;
  /**
   * Part of the loss of speed that brakes cannot cause in the time between both speeds, km/h. Null: one of the speeds
   * is unknown.
   */
  speedLossKmh: number | null;
}

interface Speed {
  readonly kmh: number;
  readonly atMs: number;
}

/** Speeds of the fixes that are not suspect, by rising time. Fixes with unknown speed are left out. */
const speedsOf = (track: Track, settings: TelemetrySettings): Speed[] => {
  const keptFixes = trustedIndexes(markSuspectFixes(track, Number.POSITIVE_INFINITY, settings).reasons);
  const speeds = Array.from(speedsKmh(track, keptFixes, settings), (kmh, n) => ({
    kmh,
    atMs: track.timeMs[keptFixes[n]!]!,
  }));
  return speeds.filter(({ kmh }) => !Number.isNaN(kmh));
};

/** The track without the receiver's speeds, so that speeds come from positions. */
const withoutSpeeds = (track: Track): Track => ({
  ...track,
  speedKmh: new Float32Array(track.speedKmh.length).fill(Number.NaN),
});

/**
 * Returns which speed is wrong, if the device reports more than the car could reach since the last fix. Otherwise null.
 * A lower speed of the device is no contradiction, because an impact lowers the speed.
 * The speed from the positions up to the last fix decides. If that is unknown, the fix's speed counts as wrong, because
 * the device's speed is nearer in time.
 */
const wrongSpeedOf = (track: Track, fix: Speed, device: Speed, settings: TelemetrySettings): ImpactSpeeds['doubt'] => {
  const reachKmh = ((device.atMs - fix.atMs) / 1000) * settings.fastestStartMs2 * 3.6;
  if (device.kmh <= fix.kmh + reachKmh + settings.tripStartKmh) return null;
  const positionSpeed = speedsOf(withoutSpeeds(track), settings).at(-1);
  if (!positionSpeed) return 'fixSpeed';
  return Math.abs(positionSpeed.kmh - device.kmh) < Math.abs(positionSpeed.kmh - fix.kmh) ? 'fixSpeed' : 'deviceSpeed';
};

/**
 * Speeds before and after an impact. Each side is computed separately, because positions of both sides would mix two
 * speeds.
 * Takes a sorted track. `deviceKmh`: the speed that the device reported at the impact.
 */
export const impactSpeeds = (
  sentTrack: Track,
  impactMs: number,
  deviceKmh: number | null,
  settings: TelemetrySettings,
): ImpactSpeeds => {
  const track = withTrustedSpeeds(sentTrack, settings);
  const trackBefore = sliceTrack(track, impactMs - settings.speedBeforeWithinMs, impactMs + 1);
  const fixes = speedsOf(trackBefore, settings);
  const fix = fixes.at(-1);
  const device = deviceKmh === null ? null : { kmh: deviceKmh, atMs: impactMs };
  const wrongSpeed = fix && device && wrongSpeedOf(trackBefore, fix, device, settings);
  const speedBefore = wrongSpeed === 'fixSpeed' ? device : (fix ?? device);
  const speedAfter = speedsOf(
    sliceTrack(track, impactMs + settings.speedAfterFromMs, impactMs + settings.speedAfterWithinMs),
    settings,
  ).at(0);
  const confirmsDeviceSpeed = ({ kmh }: Speed): boolean => kmh + settings.confirmedWithinKmh >= (deviceKmh ?? 0);
  const isUnconfirmed = fix !== undefined && ![...fixes, ...(speedAfter ? [speedAfter] : [])].some(confirmsDeviceSpeed);
  const brakingLossKmh =
    speedBefore && speedAfter
      ? ((speedAfter.atMs - speedBefore.atMs) / 1000) * settings.maximumAccelerationMs2 * 3.6
      : 0;
  return {
    beforeKmh: speedBefore?.kmh ?? null,
    doubt: wrongSpeed ?? (isUnconfirmed ? 'speedUnconfirmed' : null),
    afterKmh: speedAfter?.kmh ?? null,
    speedLossKmh: speedBefore && speedAfter ? Math.max(0, speedBefore.kmh - speedAfter.kmh - brakingLossKmh) : null,
  };
};
