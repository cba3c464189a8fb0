import { describe, expect, it } from 'vitest';
import { type CrashEvidence, crashProbability } from '../../../../../server/domain/telemetry/crashProbability.ts';
import { kmhPerGSecond } from '../../../../../server/domain/telemetry/deltaV.ts';
import { summariseImpact } from '../../../../../server/domain/telemetry/impact.ts';
import { createTrack, sliceTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { roundFacts } from '../../../../../server/domain/telemetry/roundFacts.ts';
import { defaultSettings } from '../../../../../server/domain/telemetry/settings.ts';
import { isMiniLoss } from '../../../../../server/domain/telemetry/severity.ts';
import { type DeltaVEvidence, deltaVInterval } from '../../../../../server/domain/telemetry/velocityChange.ts';
import { drive } from './motions.ts';
import { blow, type Motion, recordedMs, recordOf, turned } from './recordings.ts';

const decimalsOf = (value: unknown): readonly number[] => {
  if (typeof value === 'number') return [String(value).split('.')[1]?.length ?? 0];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(decimalsOf) : [];
};

it('tells no figure of an impact to more than six decimals, and changes none by more than its last one', () => {
  const facts = summariseImpact(
    turned(
      recordOf(atS => ({ x: blow(atS, -7.123456), y: blow(atS, 2) })),
      1,
      2,
    ),
  );
  expect(Math.max(...decimalsOf(facts))).toBeGreaterThan(6);
  const told = roundFacts(facts);
  expect(Math.max(...decimalsOf(told))).toBeLessThanOrEqual(6);
  expect(told.PeakG).toBe(Number(facts.PeakG?.toFixed(3)));
  expect(told.DeltaVKmh).toBe(facts.DeltaVKmh && Number(facts.DeltaVKmh.toFixed(1)));
  expect(told).toMatchObject({ Severity: facts.Severity, Doubts: facts.Doubts, StandsAfter: facts.StandsAfter });
  expect(roundFacts(told)).toEqual(told);
});

const measured: DeltaVEvidence = {
  deltaVKmh: 40,
  samplingErrorKmh: 0,
  rateHz: 100,
  durationMs: 100,
  isZeroKnown: true,
  isCutOff: false,
};
/** Returns half the width of the interval, km/h. */
const half = (change: Partial<DeltaVEvidence> = {}, bandwidthHz: number | null = null): number => {
  const evidence = { ...measured, ...change };
  const { fromKmh, toKmh } = deltaVInterval(evidence, bandwidthHz, defaultSettings);
  expect(evidence.deltaVKmh - fromKmh).toBeCloseTo(toKmh! - evidence.deltaVKmh, 6);
  return toKmh! - evidence.deltaVKmh;
};

describe('the interval of a delta-v', () => {
  it('is wider by the sensor’s scale the greater the delta-v', () => {
    expect(half({ deltaVKmh: 80 }) - half()).toBeCloseTo(40 * defaultSettings.scaleErrorShare, 6);
  });

  it('is wider by the sensor’s zero the longer the event, and most where the zero is not known', () => {
    const overG = (g: number, ms: number) => (g * kmhPerGSecond * ms) / 1000;
    expect(half({ durationMs: 300 }) - half()).toBeCloseTo(overG(defaultSettings.offsetDriftG, 200), 6);
    const unknown = half({ isZeroKnown: false, durationMs: 300 }) - half({ isZeroKnown: false });
    expect(unknown).toBeCloseTo(overG(defaultSettings.offsetAtMostG, 200), 6);
  });

  it('is never narrower than what the rule for the ends of an event leaves out', () => {
    expect(half({ deltaVKmh: 10, durationMs: 0 })).toBeCloseTo(
      defaultSettings.onsetDeltaVKmh + 10 * defaultSettings.scaleErrorShare,
      6,
    );
  });

  it('is wider by what lies between samples, less so where the device averages below half the rate', () => {
    const added = (bandwidthHz: number | null) => half({ samplingErrorKmh: 2 }, bandwidthHz) - half();
    expect(added(null)).toBeCloseTo(2 * defaultSettings.samplingErrors, 6);
    expect(added(50)).toBeCloseTo(added(null) * defaultSettings.filteredErrorShare, 6);
    expect(added(51)).toBeCloseTo(added(null), 6);
  });

  it('begins at zero at the least and has no end where the pulse was cut', () => {
    const of = (change: Partial<DeltaVEvidence>) => deltaVInterval({ ...measured, ...change }, null, defaultSettings);
    expect(of({ deltaVKmh: 0.5 }).fromKmh).toBe(0);
    expect(of({ isCutOff: true }).toKmh).toBeNull();
  });
});

const rates = [10, 20, 25, 40, 50, 100];
/** The impact begins at any time between two samples, so several phases are tested. */
const phases = [0, 0.25, 0.5, 0.75];

/** Returns one full oscillation, after which no change of velocity remains. */
const swing = (sinceMs: number, lengthMs: number): number =>
  sinceMs < 0 || sinceMs > lengthMs ? 0 : Math.sin((2 * Math.PI * sinceMs) / lengthMs);
const ringing = (sinceMs: number, hz: number, decayMs: number): number =>
  sinceMs < 0 ? 0 : Math.exp(-sinceMs / decayMs) * Math.sin((2 * Math.PI * hz * sinceMs) / 1000);
const since = (atS: number): number => (atS - 1) * 1000;

const crashes: Record<string, { motion: Motion; directionDeg: number }> = {
  'from the front': { motion: at => ({ x: -blow(at, 9) }), directionDeg: 0 },
  'from behind': { motion: at => ({ x: blow(at, 8) }), directionDeg: 180 },
  'from the left': { motion: at => ({ y: -blow(at, 8) }), directionDeg: 270 },
  'from the right': { motion: at => ({ y: blow(at, 8) }), directionDeg: 90 },
};

const bumps: Record<string, Motion> = {
  'a kerb, one axle after the other': at => ({
    x: -0.6 * (swing(since(at), 60) + 0.6 * swing(since(at) - 300, 60)),
    y: 1.2 * (swing(since(at), 60) + 0.6 * swing(since(at) - 300, 60)),
    z: 1 + 2.5 * (swing(since(at), 80) + 0.6 * swing(since(at) - 300, 80)),
  }),
  'a slammed door': at => ({ y: 2 * ringing(since(at), 25, 30), z: 1 + 0.4 * ringing(since(at), 25, 30) }),
  'a pothole': at => ({ x: -1.5 * swing(since(at), 60), z: 1 + 4 * swing(since(at), 80) }),
  // The car is lifted at the front. Gravity turns into the longitudinal axis over seconds, with a jerk as the rope
  // tightens.
  'a tow truck': at => {
    const pitch = (Math.min(1, Math.max(0, at - 0.5)) * 12 * Math.PI) / 180;
    return { x: Math.sin(pitch) + 0.5 * ringing(since(at), 6, 150), z: Math.cos(pitch) };
  },
};

const apartDeg = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);
/** Returns the facts of recordings with the noise that every sensor has. */
const sampled = (motion: Motion, rateHz: number) =>
  phases.map(phase =>
    summariseImpact(
      recordOf(
        at => {
          const { x = 0, ...others } = motion(at + phase / rateHz);
          return { ...others, x: x + 0.01 * Math.sin(97 * at) };
        },
        { rateHz },
      ),
    ),
  );

describe.each(rates)('a device of %s Hz', rateHz => {
  it.each(Object.entries(crashes))('tells a crash %s', (_name, { motion, directionDeg }) => {
    for (const facts of sampled(motion, rateHz)) {
      // Samples 100 ms apart do not show strength and direction of an impact of 100 ms.
      if (rateHz < 20) {
        expect(facts).toMatchObject({ DeltaVKmh: null, DirectionDeg: null });
        expect(facts.Severity).not.toBe('mini');
        continue;
      }
      // Between two samples a part of the delta-v of 20 to 23 km/h may be lost.
      expect(facts.Severity).toBe(facts.DeltaVKmh! < 19.95 ? 'minor' : 'major');
      expect(isMiniLoss(facts, defaultSettings)).toBe(false);
      expect(apartDeg(facts.DirectionDeg!, directionDeg)).toBeLessThan(10);
    }
  });

  it.each(Object.entries(bumps))('takes %s for no crash', (_name, motion) => {
    for (const facts of sampled(motion, rateHz)) {
      // Without delta-v, below 20 Hz, the peak may lie between two samples. Up to 50 Hz a hole may look like a tilt.
      const severities = rateHz < 20 ? ['minor'] : rateHz < 50 ? ['mini', null] : ['mini'];
      expect(severities).toContain(facts.Severity);
      expect(facts.DirectionDeg).toBeNull();
    }
  });
});

/** An impact of 9 km/h and a change of speed from 50 to 20 km/h: it is uncertain whether it was a crash. */
const doubtful: CrashEvidence = {
  deltaVKmh: 9,
  rateHz: 100,
  beyondBrakesKmh: 0,
  remainingShare: 1,
  isRemainderHidden: false,
  durationMs: 100,
  verticalShare: 0.1,
  clipped: false,
  implausible: false,
  speedLossKmh: null,
  speedBeforeKmh: 50,
  speedAfterKmh: 20,
  speedLaterKmh: 20,
  standsAfter: false,
  isTurned: false,
  standing: null,
  standsBefore: false,
  isBraking: false,
  isSampleLeftOut: false,
};
const of = (change: Partial<CrashEvidence> = {}) => crashProbability({ ...doubtful, ...change }, defaultSettings)!;

describe('the probability of a crash', () => {
  it.each<[string, Partial<CrashEvidence>]>([
    ['changed', { deltaVKmh: 20 }],
    ['lost', { speedLossKmh: 20 }],
    ['stands', { speedLaterKmh: 0, standsAfter: true }],
  ])('is higher where %s', (reason, change) => {
    const { probability, reasons } = of(change);
    expect(reasons).toContain(reason);
    expect(probability).toBeGreaterThan(of().probability);
  });

  it.each<[string, Partial<CrashEvidence>]>([
    ['unchanged', { deltaVKmh: 4 }],
    ['cameBack', { remainingShare: 0 }],
    ['short', { durationMs: 10 }],
    ['vertical', { verticalShare: 0.9 }],
    ['droveOn', { speedLaterKmh: 50 }],
  ])('is lower where %s', (reason, change) => {
    const { probability, reasons } = of(change);
    expect(reasons).toContain(reason);
    expect(probability).toBeLessThan(of().probability);
  });

  it('takes a small delta-v of a saturated sensor for a reason, never against a crash', () => {
    const { probability, reasons } = of({ deltaVKmh: 1, clipped: true });
    expect(reasons).toEqual(['changed']);
    expect(probability).toBeGreaterThan(of({ deltaVKmh: 1 }).probability);
  });

  it('takes it for half a reason where nobody knows whether the velocity came back: that alone is no crash', () => {
    const saturated = { deltaVKmh: 3, clipped: true, speedBeforeKmh: null, speedLaterKmh: null };
    expect(of(saturated).probability).toBeGreaterThan(0.8);
    expect(of({ ...saturated, isRemainderHidden: true }).probability).toBeLessThan(0.5);
  });

  it('counts the moments that are harder than brakes, unless the change partly came back or the samples are slow', () => {
    const long = { deltaVKmh: 13, durationMs: 250 };
    const hard = { ...long, beyondBrakesKmh: 9 };
    expect(of(long).probability).toBeLessThan(0.3);
    expect(of(hard).probability).toBeGreaterThan(0.9);
    expect(of({ ...hard, remainingShare: 0.5 })).toEqual(of({ ...long, remainingShare: 0.5 }));
    expect(of({ ...hard, rateHz: 25 })).toEqual(of({ ...long, rateHz: 25 }));
  });

  it('rises with the weight of the reasons, from near 0 to near 1', () => {
    const rising = Array.from({ length: 60 }, (_, n) => of({ deltaVKmh: n / 2 }).probability);
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
    expect(of({ deltaVKmh: 1, remainingShare: 0, durationMs: 10 }).probability).toBeCloseTo(0.002, 6);
    expect(of({ deltaVKmh: 40, standsAfter: true, speedLaterKmh: 0 }).probability).toBeCloseTo(0.995, 6);
  });

  it('learns nothing of standing from a car that stood before', () => {
    const parked = { speedBeforeKmh: 3, speedLaterKmh: 0 };
    expect(of({ ...parked, standsAfter: true })).toEqual(of({ ...parked, standsAfter: false }));
  });

  it('is at least even from 3.6 km/h on for a standing car, but not between slow samples', () => {
    const parked = { speedBeforeKmh: 0, speedAfterKmh: 0, speedLaterKmh: 0, standsAfter: true };
    expect(of({ ...parked, deltaVKmh: 3.7 }).probability).toBeGreaterThan(0.5);
    expect(of({ ...parked, deltaVKmh: 3.5 }).probability).toBeLessThan(0.5);
    expect(of({ ...parked, deltaVKmh: 3.7, rateHz: 25 }).probability).toBeLessThan(0.5);
    expect(of({ ...parked, deltaVKmh: 3.7, remainingShare: 0 }).probability).toBeLessThan(0.1);
  });

  it('names the weightiest reason first, for or against', () => {
    expect(of({ durationMs: 10, remainingShare: 0, standsAfter: true }).reasons).toEqual([
      'cameBack',
      'short',
      'stands',
    ]);
    expect(of({ deltaVKmh: 6, durationMs: 10, speedLossKmh: 40 }).reasons.slice(0, 2)).toEqual(['lost', 'short']);
    expect(of({ deltaVKmh: 20, durationMs: 10, standsAfter: true }).reasons).toEqual(['changed', 'short', 'stands']);
  });

  it('rests on a delta-v or a drop of speed, and on no recording that cannot be right: standing alone is not enough', () => {
    const nothing = { ...doubtful, deltaVKmh: null, standsAfter: true };
    expect(crashProbability(nothing, defaultSettings)).toBeNull();
    expect(of({ deltaVKmh: null, speedLossKmh: 30 }).probability).toBeGreaterThan(0.5);
    expect(crashProbability({ ...doubtful, speedLossKmh: 30, implausible: true }, defaultSettings)).toBeNull();
  });
});

/** Returns the facts of an impact 8.5 s into the drive, with the speed that the device reported. */
const facts = (track: Track, deviceKmh: number | null, peakG = 10) =>
  summariseImpact(
    { ...recordOf(atS => ({ x: blow(atS, -peakG) })), startMs: recordedMs + 7500 },
    track,
    defaultSettings,
    null,
    { bandwidthHz: null, speedKmh: deviceKmh },
  );

const driven = (kmh: number) => drive([{ seconds: 30, kmh }], { speeds: true });
/** Sets the speed of the last fix before the impact, km/h. */
const withLast = (track: Track, kmh: number): Track => {
  track.speedKmh[8] = kmh;
  return track;
};

describe('the speed before an impact', () => {
  it('is what the device says where one fix shows 0 and the places drive on', () => {
    expect(facts(withLast(driven(40), 0), 40)).toMatchObject({
      SpeedBeforeKmh: 40,
      DeviceSpeedKmh: 40,
      Doubts: ['fixSpeed'],
    });
  });

  it('is the fix where the places stand with it, whatever the device says', () => {
    expect(facts(driven(0), 40)).toMatchObject({ SpeedBeforeKmh: 0, DeviceSpeedKmh: 40, Doubts: ['deviceSpeed'] });
  });

  it('is the fix after a full stop that the device has not noticed', () => {
    const stopping = drive(
      [40, 40, 40, 40, 30, 20, 10, 0, 0].map(kmh => ({ seconds: 1, kmh })),
      { speeds: true },
    );
    expect(facts(stopping, 40)).toMatchObject({ SpeedBeforeKmh: 0, Doubts: ['deviceSpeed'] });
  });

  it('is what the device says, nearer in time, where a lone fix contradicts it', () => {
    const lone = createTrack(1);
    lone.timeMs[0] = recordedMs + 8000;
    lone.latitude[0] = 55;
    lone.longitude[0] = 37;
    lone.speedKmh[0] = 0;
    expect(facts(lone, 40)).toMatchObject({ SpeedBeforeKmh: 40, Doubts: ['fixSpeed'] });
  });

  it('is the fix where both can be true: the car sped up or braked meanwhile, or the device told of it afterwards', () => {
    for (const said of [0, 35, 50, 55])
      expect(facts(driven(50), said)).toMatchObject({ SpeedBeforeKmh: 50, DeviceSpeedKmh: said, Doubts: [] });
  });

  it('is what the device says without a fix, and not known without either', () => {
    expect(facts(createTrack(0), 40)).toMatchObject({ SpeedBeforeKmh: 40, Doubts: [] });
    expect(facts(createTrack(0), null)).toMatchObject({ SpeedBeforeKmh: null, DeviceSpeedKmh: null });
  });

  it('of the device is unconfirmed where no fix comes near it, and the fix counts: no mini-loss by itself', () => {
    /** Fixes of the last three seconds have no position, so the car could have reached 40 km/h since. */
    const lost = (track: Track): Track => {
      track.latitude.fill(0, 6, 9);
      track.longitude.fill(0, 6, 9);
      return track;
    };
    const led = (kmh: number): Track => sliceTrack(lost(driven(kmh)), recordedMs, recordedMs + 9000);
    const weak = (track: Track, deviceKmh: number | null) => facts(track, deviceKmh, 1.2);
    expect(weak(led(0), 40)).toMatchObject({
      SpeedBeforeKmh: 0,
      DeviceSpeedKmh: 40,
      Doubts: ['speedUnconfirmed'],
    });
    expect(isMiniLoss(weak(led(0), 40), defaultSettings)).toBe(false);
    for (const sound of [weak(led(0), null), weak(led(0), 3), weak(led(30), 40), weak(createTrack(0), 40)])
      expect(sound).toMatchObject({ Doubts: [], Severity: 'mini' });
    // The device's speed is confirmed by an earlier fix, or by a fix after the impact.
    const stopped = led(0);
    stopped.speedKmh[4] = 40;
    expect(weak(stopped, 40).Doubts).toEqual([]);
    const setOff = [
      { seconds: 6, kmh: 0 },
      { seconds: 20, kmh: 38 },
    ];
    expect(weak(lost(drive(setOff, { speeds: true })), 40).Doubts).toEqual([]);
  });
});
