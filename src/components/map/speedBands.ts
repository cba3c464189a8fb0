import { type LngLat, pointsOf, type Track } from './track.ts';

/** Upper bounds of the speed bands, km/h. A track has one colour per band. The last band has no upper bound. */
export const speedBandsKmh = [20, 40, 60, 90] as const;

const bandOf = (kmh: number | null): number => {
  const band = speedBandsKmh.findIndex(upperBoundKmh => (kmh ?? 0) < upperBoundKmh);
  return band === -1 ? speedBandsKmh.length : band;
};

export interface BandLine {
  readonly band: number;
  readonly points: readonly LngLat[];
}

/** Returns the track as lines, each in one speed band. Each line begins where the previous one ends. */
export const bandLines = (track: Track): BandLine[] => {
  const points = pointsOf(track);
  const lines: { band: number; points: LngLat[] }[] = [];
  for (let i = 1; i < points.length; i++) {
    const band = bandOf(track.speeds[i] ?? null);
    const last = lines.at(-1);
    if (last?.band === band) last.points.push(points[i]!);
    else lines.push({ band, points: [points[i - 1]!, points[i]!] });
  }
  return lines;
};
