import { describe, expect, it } from 'vitest';
import { checkReceiverSpeed } from '../../../../../server/domain/telemetry/receiverSpeed.ts';
import { cutTrips } from '../../../../../server/domain/telemetry/trips.ts';
import { drive } from './motions.ts';

const reportedTrack = (change: (kmh: number, i: number) => number) => {
  const track = drive(
    [
      { seconds: 120, kmh: 40 },
      { seconds: 60, kmh: 0 },
      { seconds: 300, kmh: 70 },
    ],
    { speeds: true, noiseM: 3 },
  );
  track.speedKmh.forEach((kmh, i) => {
    track.speedKmh[i] = change(kmh, i);
  });
  return track;
};
const distanceKm = (track: ReturnType<typeof reportedTrack>): number =>
  cutTrips(track).reduce((sum, trip) => sum + trip.distanceKm, 0);
const drivenKm = (120 * 40 + 300 * 70) / 3600;

describe('the speed a receiver sends', () => {
  it('is believed within a tenth of that of the places', () => {
    for (const factor of [1, 0.93, 1.07]) {
      const { slope, fault } = checkReceiverSpeed(reportedTrack(kmh => kmh * factor));
      expect(fault).toBeNull();
      expect(Math.abs(slope! - factor)).toBeLessThan(0.04);
    }
  });

  it('is not believed further off, be it by a sixth, which is no unit', () => {
    for (const factor of [0.84, 1.16]) {
      const { fault } = checkReceiverSpeed(reportedTrack(kmh => kmh * factor));
      expect(fault).toBe('scale');
    }
  });

  it.each([
    ['stuck at 0', () => 0, 'stuck'],
    ['stuck at 60', () => 60, 'stuck'],
    ['in metres per second', (kmh: number) => kmh / 3.6, 'metresPerSecond'],
    ['in knots', (kmh: number) => kmh / 1.852, 'knots'],
    ['in miles per hour', (kmh: number) => kmh / 1.609, 'milesPerHour'],
    ['a third too high', (kmh: number) => kmh * 1.33, 'scale'],
  ] as const)('%s is a fault, and the places count', (_, change, fault) => {
    const track = reportedTrack(change);
    expect(checkReceiverSpeed(track).fault).toBe(fault);
    expect(Math.abs(distanceKm(track) / drivenKm - 1)).toBeLessThan(0.02);
    expect(Math.max(...cutTrips(track).map(trip => trip.maximumSpeedKmh))).toBeLessThan(85);
  });

  it('is not judged by a few jumps of the places, nor by half a minute', () => {
    const jumpy = reportedTrack(kmh => kmh);
    for (let i = 10; i < 480; i += 40) jumpy.latitude[i]! += 0.005;
    expect(checkReceiverSpeed(jumpy).fault).toBeNull();
    expect(checkReceiverSpeed(drive([{ seconds: 30, kmh: 50 }], { speeds: false })).slope).toBeNull();
  });
});
