import { describe, expect, it } from 'vitest';
import { createTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { findSighting } from '../../../../../server/domain/telemetry/sighting.ts';

const start = Date.parse('2026-01-14T10:00:00Z');
/** Converts metres east to degrees of longitude at the latitude of Moscow. */
const degrees = (metres: number) => metres / 62_760;

/** Fixes `[seconds, metres east]` on one parallel. */
const trackOf = (fixes: readonly (readonly [number, number])[]): Track => {
  const track = createTrack(fixes.length);
  fixes.forEach(([seconds, metres], i) => {
    track.timeMs[i] = start + seconds * 1000;
    track.latitude[i] = 55.75;
    track.longitude[i] = 37.5 + degrees(metres);
  });
  return track;
};

const drive = (seconds: number, fromS = 0, fromM = 0) =>
  trackOf(Array.from({ length: seconds }, (_, i) => [fromS + i, fromM + i * 15] as const));

const ask = (track: Track, metres: number, atS: number, minutes = 5) =>
  findSighting(track, {
    latitude: 55.75,
    longitude: 37.5 + degrees(metres),
    atMs: start + atS * 1000,
    fromMs: start + (atS - minutes * 60) * 1000,
    toMs: start + (atS + minutes * 60) * 1000,
    radiusM: 100,
  });

describe('whether a car was there', () => {
  it('is sure where a fix lies within the radius with all its noise, and says when it was nearest', () => {
    const found = ask(drive(600), 3000, 200, 3);
    expect(found.verdict).toBe('there');
    expect(found.nearest).toMatchObject({ atMs: start + 200_000, interpolated: false });
    expect(found.nearest?.distanceM).toBeLessThan(1);
    expect(found.atMoment?.distanceM).toBeLessThan(1);
  });

  it('is a maybe where the receiver itself is not sure', () => {
    const vague = drive(600);
    vague.hdop.fill(20);
    const found = ask(vague, 3000, 200, 3);
    expect(found).toMatchObject({ verdict: 'maybe', nearest: { uncertaintyM: 200 } });
  });

  it('lies between two fixes as likely as the car could leave their line, no likelier', () => {
    const sparse = trackOf([
      [0, 0],
      [10, 150],
      [20, 300],
      [30, 450],
    ]);
    const found = ask(sparse, 225, 15, 1);
    expect(found.atMoment).toMatchObject({ interpolated: true });
    // Half of 10 m/s² for five seconds on both sides, plus the noise of a fix.
    expect(found.atMoment?.uncertaintyM).toBeCloseTo(15 + 125, 0);
    expect(found.verdict).toBe('there');
    expect(found.nearest?.interpolated).toBe(false);
  });

  it('is open where it could have come and gone while nothing was recorded', () => {
    const silent = trackOf([
      [0, 0],
      [1, 15],
      [600, 15],
      [601, 30],
    ]);
    const found = ask(silent, 5000, 300);
    expect(found).toMatchObject({ verdict: 'open', atMoment: null });
    // Five kilometres at 250 km/h, there and back.
    const [gap] = found.gaps;
    expect(found.gaps).toHaveLength(1);
    expect(gap?.fromMs).toBeCloseTo(start + 1000 + 70_000, -3);
    expect(gap?.toMs).toBeCloseTo(start + 600_000 - 70_000, -3);
    expect(found.before?.atMs).toBe(start + 1000);
    expect(found.after?.atMs).toBe(start + 600_000);
  });

  it('is ruled out where no car gets there and back in the silence, and where all was recorded', () => {
    const silent = trackOf([
      [0, 0],
      [1, 15],
      [600, 15],
      [601, 30],
    ]);
    expect(ask(silent, 90_000, 300, 4).verdict).toBe('away');
    expect(ask(drive(1200), 3000, 900, 4)).toMatchObject({ verdict: 'away', gaps: [] });
  });

  it('is ruled out where it could have come in a silence, but not within what is asked about', () => {
    // Ten hours without fixes, then the first fix five minutes into the searched period. A car cannot be 60 km away so
    // soon.
    const morning = drive(900);
    const found = ask(morning, -60_000, 0);
    expect(found).toMatchObject({ verdict: 'away', gaps: [] });
    const longBefore = trackOf([
      [-36_000, 0],
      [0, 0],
      [1, 15],
    ]);
    expect(ask(longBefore, -60_000, 0, 15)).toMatchObject({ verdict: 'open' });
    expect(ask(longBefore, -60_000, -60, 1)).toMatchObject({ verdict: 'away', gaps: [] });
    expect(ask(longBefore, -2_000, -60, 1)).toMatchObject({ verdict: 'open' });
  });

  it('is a maybe at the edge of the radius', () => {
    expect(ask(drive(600), -95, 0, 10).verdict).toBe('maybe');
  });

  it('is not known without a record', () => {
    expect(ask(createTrack(0), 0, 0)).toMatchObject({ verdict: 'nothing', nearest: null, before: null, fixes: 0 });
  });

  it('believes no jump', () => {
    const track = drive(300);
    track.longitude[150] = 37.5 + degrees(20_000);
    expect(ask(track, 20_000, 150, 2).verdict).toBe('away');
  });
});
