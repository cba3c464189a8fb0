import { describe, expect, it } from 'vitest';
import type { CurveSamples } from '../../../../../server/domain/telemetry/curves.ts';
import { findStandingMovement } from '../../../../../server/domain/telemetry/handling.ts';
import { summariseImpact } from '../../../../../server/domain/telemetry/impact.ts';
import type { Track } from '../../../../../server/domain/telemetry/positions.ts';
import { defaultSettings } from '../../../../../server/domain/telemetry/settings.ts';
import { isMiniLoss } from '../../../../../server/domain/telemetry/severity.ts';
import { type CrashFacts, implausibleDoubts } from '../../../../../src/contract/shapes/accident.ts';
import { verdictKey } from '../../../../../src/resources/accidents/impact.ts';
import { randomOf, seedOf } from '../../../../../workshop/truth/random.ts';
import { makeRollover } from '../../../../../workshop/truth/rollovers.ts';
import { drive } from './motions.ts';
import { blow, blowKmh, recordedMs, recordOf, turned } from './recordings.ts';

/** Returns a record of a car that is struck from the side after one second, turns by `deg` within a second and lies. */
const rolled = (deg: number, more: Parameters<typeof recordOf>[1] = {}) =>
  recordOf(
    atS => {
      const angle = (Math.min(1, Math.max(0, atS - 1)) * deg * Math.PI) / 180;
      return { y: Math.sin(angle) + blow(atS, -3, 200), z: Math.cos(angle) };
    },
    { seconds: 4, ...more },
  );

describe('a car that rolls over', () => {
  it.each([90, 180, 270, 360, 720])('is a rollover and major after a turn of %i°', deg => {
    for (const rateHz of [25, 50, 100, 200])
      for (const curve of [rolled(deg, { rateHz }), turned(rolled(deg, { rateHz }), 1, 2)]) {
        const facts = summariseImpact(curve);
        expect(facts, `${rateHz} Hz`).toMatchObject({ Rollover: true, Severity: 'major' });
        expect(facts.CrashProbability!).toBeGreaterThan(0.9);
        expect(facts.CrashReasons?.[0]).toBe('rolledOver');
        expect(facts.Doubts!.filter(doubt => implausibleDoubts.includes(doubt))).toEqual([]);
      }
  });

  it('has no delta-v and no direction, because its axes turn with it', () => {
    expect(summariseImpact(rolled(180))).toMatchObject({ DeltaVKmh: null, DirectionDeg: null, VerticalShare: null });
  });

  it('keeps the delta-v of a blow that was over before it turned', () => {
    const late = recordOf(
      atS => {
        const angle = (Math.min(1, Math.max(0, atS - 3)) * Math.PI) / 2;
        return {
          x: blow(atS, -10),
          y: Math.sin(angle) + 0.01 * Math.sin(90 * atS),
          z: Math.cos(angle) + 0.01 * Math.cos(70 * atS),
        };
      },
      { seconds: 6 },
    );
    const facts = summariseImpact(late);
    expect(facts).toMatchObject({ Rollover: true, Severity: 'major' });
    expect(facts.DeltaVKmh!).toBeCloseTo(blowKmh(10), 0);
  });

  it('is found in 95 % of made rollovers, and no recording of one is weak or unreliable', () => {
    const facts = Array.from({ length: 600 }, (_, n) =>
      summariseImpact(makeRollover(randomOf(seedOf('rollover', n))).curve),
    );
    expect(facts.filter(({ Rollover }) => Rollover).length / facts.length).toBeGreaterThanOrEqual(0.95);
    const isUnreliable = ({ Doubts }: CrashFacts) => Doubts?.some(doubt => implausibleDoubts.includes(doubt));
    expect(facts.filter(each => isMiniLoss(each, defaultSettings) || isUnreliable(each))).toEqual([]);
  });
});

describe('what is no rollover', () => {
  it.each([
    ['a crash of 20 g', recordOf(atS => ({ x: blow(atS, -20) }))],
    ['an emergency stop of 1 g', recordOf(atS => ({ x: atS > 1 && atS < 4 ? -1 : 0 }), { seconds: 6 })],
    ['a steep hill of 35°', recordOf(atS => (atS < 1.5 ? {} : { x: 0.57, z: 0.82 }))],
    ['a hole', recordOf(atS => ({ z: 1 + blow(atS, 6, 60) - blow(atS - 0.06, 6, 60) }))],
    [
      'a shake of 8 g, twice a second',
      recordOf(atS => ({
        x: atS > 1 && atS < 1.5 ? 8 * Math.sin(4 * Math.PI * (atS - 1)) : 0,
        z: 1 - (atS > 1 && atS < 1.5 ? 2.4 * Math.sin(4 * Math.PI * (atS - 1)) : 0),
      })),
    ],
    ['a jump with half a second of free fall', recordOf(atS => ({ z: atS > 1 && atS < 1.5 ? 0 : 1 }))],
  ])('is %s', (_what, curve) => {
    expect(summariseImpact(curve)).toMatchObject({ Rollover: false, TurnedDeg: 0 });
  });

  it('is a device that came loose while the car drove on. Its case stays in the queue without a probability', () => {
    const track = drive([{ seconds: 120, kmh: 60 }], { speeds: true });
    const loose = { ...rolled(180), startMs: recordedMs + 30_000 };
    const facts = summariseImpact(loose, track);
    expect(facts).toMatchObject({ Rollover: false, CrashProbability: null });
    expect(facts.TurnedDeg!).toBeGreaterThan(100);
    expect(facts.Severity).not.toBe('mini');
  });

  describe('in a car that stands', () => {
    const standing = drive([{ seconds: 120, kmh: 0 }], { speeds: true });
    const judge = (curve: CurveSamples, track: Track | null = standing) =>
      summariseImpact({ ...curve, startMs: recordedMs + 30_000 }, track);
    const noise = (atS: number) => 0.02 * Math.sin(170 * atS);
    /** Turns by `deg` about the long axis, from `fromS` on within `withinS`. */
    const turn = (atS: number, deg: number, fromS: number, withinS: number) => {
      const angle = (Math.min(1, Math.max(0, (atS - fromS) / withinS)) * deg * Math.PI) / 180;
      return { y: Math.sin(angle), z: Math.cos(angle) };
    };
    /** Falls freely for 0.3 s, from `fromS` on, is stopped within `stopMs`, and lies turned. */
    const fall = (atS: number, fromS: number, stopMs: number) => {
      if (atS < fromS) return { y: 0, z: 1 };
      if (atS < fromS + 0.3) return { y: 0, z: 0 };
      const stopG = blow(atS - fromS + 0.7, ((300 / stopMs) * Math.PI) / 2, stopMs);
      return { y: 1 + 0.3 * stopG, z: stopG };
    };
    const dropped = recordOf(atS => ({ x: noise(atS), ...fall(atS, 1, 20) }));

    it('is a device that falls. It is improbable, and waits at the end of the queue', () => {
      const facts = judge(dropped);
      expect(facts).toMatchObject({ Rollover: false, CrashReasons: ['fell'], Severity: null, DeltaVKmh: null });
      expect(facts.CrashProbability!).toBeLessThan(0.05);
      expect(verdictKey(facts, true)).toBe('fell');
      expect(isMiniLoss(facts, defaultSettings), 'leaves the queue').toBe(false);
    });

    it('is unknown of a device that is turned without a blow, because a car may tip over slowly', () => {
      const facts = judge(recordOf(atS => ({ x: noise(atS), ...turn(atS, 140, 1, 1) }), { seconds: 4 }));
      expect(facts).toMatchObject({ Rollover: null, CrashProbability: null, CrashReasons: null });
      expect(facts.TurnedDeg!).toBeGreaterThan(100);
      expect(verdictKey(facts, true)).toBe('unknown');
      expect(isMiniLoss(facts, defaultSettings), 'leaves the queue').toBe(false);
    });

    /** Swings at 2.5 Hz by `swingG`, from `fromS` to `toS`. */
    const swing = (atS: number, swingG: number, fromS: number, toS: number) =>
      atS > fromS && atS < toS ? swingG * Math.sin(5 * Math.PI * (atS - fromS)) : 0;
    const knock = (atS: number, fromS: number, peakG: number) => blow(atS - fromS + 1, peakG, 20);

    it.each([
      [
        'a device used like a phone, which is turned, swung by 2.3 g and laid down',
        (atS: number) => {
          const angle = (atS < 1 ? 0 : atS < 3.5 ? Math.min(1, (atS - 1) / 0.5) : 0.2) * 1.2;
          return { x: noise(atS) + swing(atS, 2.3, 1.3, 3.5), y: Math.sin(angle), z: Math.cos(angle) };
        },
      ],
      [
        'a device that is fitted with knocks of 9 g',
        (atS: number) => {
          const knocks = knock(atS, 1, 9) + knock(atS, 1.08, -6) + knock(atS, 2, 7);
          return { x: noise(atS) + knocks, y: knock(atS, 1.03, 8), z: 1 + noise(atS + 1) };
        },
      ],
    ])('is not said of %s: the probability is unknown', (_what, motion) => {
      for (const rateHz of [50, 100, 200]) {
        const facts = judge(recordOf(motion, { seconds: 5, rateHz }));
        expect(facts.CrashProbability, `${rateHz} Hz`).toBeNull();
        expect(facts.Rollover, `${rateHz} Hz`).not.toBe(true);
        expect(isMiniLoss(facts, defaultSettings), 'leaves the queue').toBe(false);
      }
    });

    it('leaves a crash unknown where a slammed door rings between samples at 25 Hz, and keeps it in the queue', () => {
      const slam = (atS: number) => (atS < 1 ? 0 : 6 * Math.exp((1 - atS) / 0.09) * Math.sin(46 * Math.PI * (atS - 1)));
      const door = recordOf(atS => ({ x: noise(atS), y: slam(atS), z: 1 + noise(atS + 1) }), { rateHz: 25 });
      const facts = judge(door);
      expect(facts.DeltaVKmh!).toBeGreaterThan(5);
      expect(facts.CrashProbability).toBeNull();
      expect(isMiniLoss(facts, defaultSettings), 'leaves the queue').toBe(false);
    });

    it('is a crash where a push of 12 km/h comes out of rest, though no fix shows that the car moved', () => {
      for (const rateHz of [25, 50, 100, 200]) {
        const facts = judge(recordOf(atS => ({ x: noise(atS) + blow(atS, 5.5), z: 1 + noise(atS + 1) }), { rateHz }));
        if (rateHz >= 50) expect(facts.CrashProbability!, `${rateHz} Hz`).toBeGreaterThan(0.9);
        expect(isMiniLoss(facts, defaultSettings), `${rateHz} Hz leaves the queue`).toBe(false);
      }
    });

    it('is a crash where the car falls off a lift onto its wheels, which moves it upward alone', () => {
      const facts = judge(recordOf(atS => ({ x: noise(atS), z: fall(atS, 1, 90).z + (atS > 1.39 ? 1 : 0) })));
      expect(facts.CrashProbability!).toBeGreaterThan(0.8);
      expect(verdictKey(facts, true)).toBe('crash');
    });

    it.each([
      [
        'a hit that tips the car over',
        recordOf(
          atS => {
            const { y, z } = turn(atS, 90, 1.2, 1);
            return { x: noise(atS) + blow(atS, 3), y: y + blow(atS, -12), z: z + noise(atS + 1) };
          },
          { seconds: 4 },
        ),
      ],
      [
        'a push of 8 km/h that tears the device off, so that it falls',
        recordOf(
          atS => {
            const { y, z } = fall(atS, 1.15, 20);
            return { x: noise(atS) + blow(atS, 3.6), y: y + noise(atS + 2), z: z + noise(atS + 1) };
          },
          { seconds: 4 },
        ),
      ],
      [
        'a car that falls off a lift onto its side',
        recordOf(atS => {
          const { y, z } = fall(atS, 1, 100);
          return { x: noise(atS), y, z: z + noise(atS + 1) };
        }),
      ],
    ])('is not said of %s', (_what, curve) => {
      const facts = judge(curve);
      expect(facts.Rollover).toBe(true);
      expect(facts.CrashProbability!).toBeGreaterThan(0.9);
    });

    it('is not said where the car stopped within the recording, or no fix shows that it stood', () => {
      const stopping = drive(
        [
          { seconds: 30.5, kmh: 40 },
          { seconds: 90, kmh: 0 },
        ],
        { speeds: true },
      );
      const moving = { ...dropped, startMs: recordedMs + 28_000 };
      expect(summariseImpact(moving, stopping).CrashReasons).not.toContain('fell');
      const facts = judge(dropped, null);
      expect(facts.Rollover).toBe(true);
      expect(facts.CrashReasons).not.toContain('fell');
    });
  });

  it('is unknown where the recording begins in the blow, or gravity is missing', () => {
    expect(summariseImpact(recordOf(atS => ({ x: blow(atS + 1, -20) }))).Rollover).toBeNull();
    expect(summariseImpact(recordOf(atS => ({ x: blow(atS, -20), z: 0 }))).Rollover).toBeNull();
  });

  it('is an impact of a device that was mounted in another way since its trips', () => {
    const facts = summariseImpact(
      turned(
        recordOf(atS => ({ x: blow(atS, -10) })),
        0,
        0,
      ),
      null,
      defaultSettings,
      [1, 0, 0],
    );
    expect(facts.Rollover).toBe(false);
  });
});

it('a long recording at rest takes little time', () => {
  const curve = recordOf(() => ({}), { seconds: 1000 });
  const { user: before } = process.cpuUsage();
  findStandingMovement(curve, false, defaultSettings);
  // A search with a loop more took 4,400 ms.
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(1000);
});
