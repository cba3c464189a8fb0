import { describe, expect, it } from 'vitest';
import { type DriverStyle, type RecordedDrive, recordings, trackOf } from '../../../../server/demo/recordings.ts';
import { distanceM } from '../../../../server/domain/geo.ts';
import { findManoeuvres } from '../../../../server/domain/telemetry/manoeuvres.ts';
import { markSuspectFixes } from '../../../../server/domain/telemetry/suspectFixes.ts';
import { cutTrips } from '../../../../server/domain/telemetry/trips.ts';

const { drives, impacts } = recordings();
const tracks = new Map(drives.map(drive => [drive, trackOf(drive)] as const));
const nameOf = ({ city, home, style, to, back, busy }: RecordedDrive) =>
  `${city} ${home} ${style} ${to}${back ? ' back' : ''}${busy ? ' busy' : ''}`;
const endOf = (drive: RecordedDrive) => {
  const { latitude, longitude } = tracks.get(drive)!;
  return { latitude: latitude.at(-1)!, longitude: longitude.at(-1)! };
};

describe('recorded drives', () => {
  it('are one trip each without a suspect fix, from a standstill to a standstill', () => {
    for (const [drive, track] of tracks) {
      expect(markSuspectFixes(track, 86_400_000).suspect, nameOf(drive)).toBe(0);
      const trips = cutTrips(track);
      expect(trips, nameOf(drive)).toHaveLength(1);
      let drivenKm = 0;
      for (const speed of track.speedKmh) drivenKm += speed / 3600;
      expect(Math.abs(trips[0]!.distanceKm - drivenKm), nameOf(drive)).toBeLessThan(drivenKm * 0.01 + 0.05);
      expect(track.speedKmh.at(-1), nameOf(drive)).toBeLessThan(4);
    }
  });

  it('end where the next one begins, and each way of a home exists in both of its styles', () => {
    const homes = new Set(drives.map(({ home }) => home));
    for (const home of homes) {
      const own = drives.filter(drive => drive.home === home);
      expect(new Set(own.map(({ style }) => style)).size).toBe(2);
      expect(own).toHaveLength(16);
      for (const drive of own) {
        const next = own.filter(other => other.to === drive.to && other.back !== drive.back);
        const { latitude, longitude } = endOf(drive);
        for (const other of next)
          expect(distanceM(latitude, longitude, other.latitude, other.longitude), nameOf(drive)).toBeLessThan(40);
      }
    }
    for (const { home, latitude, longitude } of impacts) {
      const [first] = drives.filter(drive => drive.home === home && !drive.back);
      expect(distanceM(latitude, longitude, first!.latitude, first!.longitude)).toBeLessThan(40);
    }
  });

  it('were driven as their styles say: calm people hardly ever brake hard, hard ones 8 to 15 times in 100 km', () => {
    const per100km = (style: DriverStyle, kind: 'braking' | 'cornering' | 'acceleration'): number => {
      let [km, count] = [0, 0];
      for (const [drive, track] of tracks) {
        if (drive.style !== style) continue;
        for (const { fromIndex, toIndex, distanceKm } of cutTrips(track)) {
          km += distanceKm;
          count += findManoeuvres({ track, fromIndex, toIndex, acceleration: [] }).filter(
            each => each.kind === kind,
          ).length;
        }
      }
      return (count / km) * 100;
    };
    expect(per100km('calm', 'braking')).toBeLessThan(2);
    expect(per100km('hard', 'braking')).toBeGreaterThan(8);
    expect(per100km('hard', 'braking')).toBeLessThan(15);
    expect(per100km('wild', 'braking')).toBeLessThan(25);
  });
});
