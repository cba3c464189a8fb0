import { describe, expect, it } from 'vitest';
import type { CurveSamples } from '../../../../../server/domain/telemetry/curves.ts';
import { gravityOfTrips } from '../../../../../server/domain/telemetry/gravity.ts';
import { summariseImpact } from '../../../../../server/domain/telemetry/impact.ts';
import { createTrack } from '../../../../../server/domain/telemetry/positions.ts';
import { defaultSettings } from '../../../../../server/domain/telemetry/settings.ts';
import { isMiniLoss, severityOf } from '../../../../../server/domain/telemetry/severity.ts';
import { implausibleDoubts } from '../../../../../src/contract/shapes/accident.ts';
import { drive } from './motions.ts';
import { blow, blowKmh, recordedMs, recordOf, turned } from './recordings.ts';

describe('the zero of a sensor', () => {
  it('is not taken from braking: 0.8 g of it before a blow of 13 km/h stay in', () => {
    const braked = recordOf(atS => ({ x: (atS < 1.1 ? -0.8 : 0) + blow(atS, -10) }));
    const facts = summariseImpact(braked);
    // Braking continues through the impact: 0.8 g for its 100 ms.
    expect(Math.abs(facts.DeltaVKmh! - blowKmh(10) - 0.8 * 35.3 * 0.1)).toBeLessThan(1);
    expect(facts.Doubts).toContain('zeroUnknown');
  });

  it('does not rest on less than 50 ms', () => {
    const quietFor = (ms: number) =>
      recordOf(atS => ({ x: atS < ms / 1000 ? 0.12 : blow(atS + 1 - ms / 1000, -10) }), { rateHz: 1000, seconds: 1 });
    // 20 ms of the quiet part are inside the bounds of the event.
    const short = summariseImpact(quietFor(40));
    expect(Math.abs(short.DeltaVKmh! / blowKmh(10) - 1)).toBeLessThan(0.02);
    expect(short.Doubts).toContain('zeroUnknown');
    expect(summariseImpact(quietFor(90)).Doubts).not.toContain('zeroUnknown');
  });

  it('is at most 0.15 g off: more is a push that belongs to the impact', () => {
    const off = (zeroG: number) => summariseImpact(recordOf(atS => ({ x: zeroG + blow(atS, -10) })));
    for (const zeroG of [0.14, -0.14]) {
      expect(off(zeroG).Doubts).not.toContain('zeroUnknown');
      expect(off(zeroG).DeltaVKmh).toBeCloseTo(blowKmh(10), 0);
    }
    for (const zeroG of [0.16, -0.16]) expect(off(zeroG).Doubts).toContain('zeroUnknown');
  });
});

describe('up in the axes of a device', () => {
  const level = (braking: number) => recordOf(atS => ({ x: (atS < 1 ? -braking : 0) + blow(atS, -10) }));

  it('is where its trips have it: braking before the blow tilts nothing', () => {
    const driving = recordOf(atS => ({ x: 0.3 * Math.sin(atS), y: 0.2 * Math.cos(atS / 3) }), {
      rateHz: 10,
      seconds: 600,
    });
    const gravity = gravityOfTrips([turned(driving, 1, 2)], defaultSettings);
    const facts = summariseImpact(turned(level(0.8), 1, 2), null, defaultSettings, gravity);
    expect(Math.abs(facts.PeakG! - 10)).toBeLessThan(0.2);
    expect(facts.Doubts).not.toContain('upFromRecord');
  });

  it('is not known from a record that brakes by 0.8 g, and a level one says that it was used', () => {
    expect(summariseImpact(turned(level(0.8), 1, 2))).toMatchObject({ DeltaVKmh: null });
    expect(summariseImpact(turned(level(0.8), 1, 2)).Doubts).toContain('upUnknown');
    // The change of velocity is then no figure, but still evidence.
    expect(summariseImpact(turned(level(0.8), 1, 2)).CrashProbability!).toBeGreaterThan(0.9);
    // Braking begins inside the window for the up direction. Only the samples before it count.
    const begun = recordOf(atS => ({ x: (atS > 0.13 && atS < 1 ? -0.5 : 0) + blow(atS, -10) }));
    expect(summariseImpact(turned(begun, 1, 2)).Doubts).toContain('upFromRecord');
    expect(Math.abs(summariseImpact(turned(begun, 1, 2)).PeakG! - 10)).toBeLessThan(0.2);
    expect(summariseImpact(turned(level(0), 1, 2)).Doubts).toContain('upFromRecord');
  });

  it('is not known from less than a minute, nor from what is no gravity', () => {
    expect(gravityOfTrips([recordOf(() => ({}), { seconds: 59 })], defaultSettings)).toBeNull();
    expect(gravityOfTrips([recordOf(() => ({ z: 0.7 }), { seconds: 90 })], defaultSettings)).toBeNull();
    expect(gravityOfTrips([recordOf(() => ({}), { seconds: 61 })], defaultSettings)).toEqual([0, 0, 1]);
  });
});

describe('the class of an impact', () => {
  it('is no mini-loss for 12 km/h spread over 250 ms, whose peak is 2.1 g', () => {
    const soft = recordOf(atS => ({ x: blow(atS, -2.14, 250) }));
    expect(summariseImpact(soft).PeakG!).toBeLessThan(2.5);
    expect(summariseImpact(soft)).toMatchObject({ Severity: 'minor' });
  });

  it('is mini for a parked scooter shaken by 8 g, five times a second', () => {
    const shaken = recordOf(atS => ({ x: 8 * Math.sin(10 * Math.PI * atS), y: 3 * Math.sin(14 * Math.PI * atS) }), {
      rateHz: 200,
    });
    expect(summariseImpact(shaken)).toMatchObject({ Severity: 'mini' });
  });

  it('is mini for a knock of 6 g and 10 ms on the device', () => {
    expect(summariseImpact(recordOf(atS => ({ y: blow(atS, 6, 10) }), { rateHz: 1000 })).Severity).toBe('mini');
  });

  it('follows from delta-v, not from the peak: mini below 8 km/h, major from 20 km/h', () => {
    const push = (peakG: number, lengthMs: number) =>
      summariseImpact(recordOf(atS => ({ y: blow(atS, peakG, lengthMs) }), { rateHz: 1000 }));
    expect(push(20, 8)).toMatchObject({ Severity: 'mini' });
    expect(push(20, 8).DeltaVKmh!).toBeGreaterThan(defaultSettings.crashFromKmh);
    expect(push(4.5, 70)).toMatchObject({ Severity: 'mini' });
    expect(push(12, 40)).toMatchObject({ Severity: 'minor' });
    expect(push(12, 80)).toMatchObject({ Severity: 'major' });
    const shown = { MinorFromKmh: defaultSettings.minorFromKmh, MajorFromKmh: defaultSettings.majorFromKmh };
    expect(push(12, 40)).toMatchObject(shown);
  });

  it('is never mini where the recording ends inside a probable crash', () => {
    const cut = summariseImpact(recordOf(atS => ({ x: blow(atS, -13) }), { seconds: 1.04 }));
    expect(cut.Doubts).toContain('endsInside');
    expect(cut.DeltaVKmh!).toBeLessThan(defaultSettings.minorFromKmh);
    expect(cut.CrashProbability!).toBeGreaterThan(defaultSettings.crashFromProbability);
    expect(cut.Severity).toBe('minor');
  });

  it('is major from 20 km/h on, though no sample reaches 4 g', () => {
    const push = (peakG: number) => summariseImpact(recordOf(atS => ({ x: blow(atS, -peakG, 240) })));
    expect(push(3.6)).toMatchObject({ Severity: 'minor' });
    expect(push(3.9)).toMatchObject({ Severity: 'major' });
    expect([push(3.6).DeltaVKmh! < 20, push(3.9).DeltaVKmh! > 20, push(3.9).PeakG! < 4]).toEqual([true, true, true]);
  });

  it('follows from the peak where delta-v is unknown, and is then never mini below 50 Hz', () => {
    const soft = (rateHz: number) =>
      summariseImpact(recordOf(atS => ({ x: blow(atS, -1.5) + 0.01 * Math.sin(97 * atS) }), { rateHz }));
    expect([100, 50, 25, 10].map(rateHz => soft(rateHz).Severity)).toEqual(['mini', 'mini', 'mini', 'minor']);
    expect(soft(10).DeltaVKmh).toBeNull();
  });

  it('follows a drop of speed that no brakes can take', () => {
    const track = drive(
      [
        { seconds: 10, kmh: 100 },
        { seconds: 10, kmh: 10 },
      ],
      { speeds: true },
    );
    const weak = { ...recordOf(atS => ({ x: blow(atS, -1.5) })), startMs: recordedMs + 8500 };
    expect(summariseImpact(weak).Severity).toBe('mini');
    expect(summariseImpact(weak, track).Severity).toBe('minor');
    expect(summariseImpact(weak, createTrack(0)).Severity).toBe('mini');
  });
});

describe('the class of an improbable crash', () => {
  const evidence = {
    peakG: 1,
    rateHz: 100,
    remainingShare: 1,
    isRemainderHidden: false,
    clipped: false,
    implausible: false,
    speedLossKmh: null,
    speedUnconfirmed: false,
    isTilted: false,
    isSampleLeftOut: false,
    isCut: false,
    rolledOver: false,
  };
  it.each([
    [9, 0.01, null],
    [25, 0.25, null],
    [9, 0.26, 'minor'],
    [9, null, 'minor'],
    [5, 0.01, 'mini'],
  ] as const)('of %d km/h at a probability of %s is %s', (deltaVKmh, probability, severity) => {
    expect(severityOf({ ...evidence, deltaVKmh, probability }, defaultSettings)).toBe(severity);
  });
});

describe('a mini-loss', () => {
  const isMini = (...given: Parameters<typeof summariseImpact>) =>
    isMiniLoss(summariseImpact(...given), defaultSettings);
  const softly = (rateHz: number) => ({
    ...recordOf(atS => ({ x: blow(atS, -1.5) }), { rateHz }),
    startMs: recordedMs,
  });
  const ringing = (axis: 'x' | 'y', upShare = 0.6) => ({
    ...recordOf(
      atS => {
        const g = atS < 1 ? 0 : 9 * Math.exp((1 - atS) / 0.1) * Math.sin(90 * (atS - 1));
        return { [axis]: g, z: 1 + upShare * g };
      },
      { rateHz: 25 },
    ),
    startMs: recordedMs + 8500,
  });
  const rides = (afterKmh: number) =>
    drive(
      [
        { seconds: 10, kmh: 60 },
        { seconds: 60, kmh: afterKmh },
      ],
      { speeds: true },
    );

  it('needs an interval of delta-v that excludes a minor impact', () => {
    expect(isMini({ ...softly(1000), startMs: recordedMs + 8500 }, rides(60))).toBe(true);
    const near = summariseImpact(recordOf(atS => ({ x: blow(atS, -4) }), { rateHz: 100 }));
    expect(near.Severity).toBe('minor');
    const below = summariseImpact(recordOf(atS => ({ x: blow(atS, -3.2) }), { rateHz: 100 }));
    expect(below).toMatchObject({ Severity: 'mini' });
    expect(below.DeltaVKmh!).toBeLessThan(8);
    expect(isMiniLoss(below, defaultSettings)).toBe(false);
  });

  it('of a slow device is what the car drove on after at its speed', () => {
    expect(summariseImpact(ringing('x')).Severity).toBe('mini');
    expect(isMini(ringing('x'))).toBe(false);
    expect(isMini(ringing('x'), rides(60))).toBe(true);
    expect(isMini(ringing('x'), rides(50))).toBe(false);
    // A car that was hit from behind gains speed.
    expect(isMini(ringing('x'), rides(68))).toBe(false);
    // A push from the side changes no speed.
    expect(isMini(ringing('y'), rides(60))).toBe(false);
    // A hole or kerb lifts the car. Without that the direction between slow samples may be wrong.
    expect(summariseImpact(ringing('x', 0)).Severity).toBe('mini');
    expect(isMini(ringing('x', 0), rides(60))).toBe(false);
  });

  it('is no lasting change of velocity from 2.2 km/h, unless the car drove on: it may be a contact while parking', () => {
    const facts = summariseImpact(softly(1000));
    expect(facts.DeltaVKmh!).toBeGreaterThan(3);
    expect(facts.DeltaVToKmh!).toBeLessThan(6);
    expect(isMiniLoss(facts, defaultSettings)).toBe(false);
    for (const change of [{ DeltaVKmh: 2.1 }, { CrashReasons: ['droveOn' as const] }, { VelocityLeftShare: 0.1 }])
      expect(isMiniLoss({ ...facts, ...change }, defaultSettings)).toBe(true);
    // A standing car meets no hole.
    expect(isMiniLoss({ ...facts, VerticalShare: 0.7 }, defaultSettings)).toBe(true);
    expect(isMiniLoss({ ...facts, VerticalShare: 0.7, SpeedBeforeKmh: 0 }, defaultSettings)).toBe(false);
  });

  it('is no single step between slow samples, unless the fixes show an unchanged speed', () => {
    const facts = { ...summariseImpact(softly(1000)), RateHz: 25, DurationMs: 40, DeltaVKmh: 1, DeltaVToKmh: 3 };
    expect(isMiniLoss(facts, defaultSettings)).toBe(false);
    expect(isMiniLoss({ ...facts, SpeedBeforeKmh: 40, SpeedAfterKmh: 39 }, defaultSettings)).toBe(true);
    expect(isMiniLoss({ ...facts, SpeedBeforeKmh: 40, SpeedAfterKmh: 35 }, defaultSettings)).toBe(false);
    expect(isMiniLoss({ ...facts, DurationMs: 80 }, defaultSettings)).toBe(true);
  });

  it('is shaking that goes on for longer than a blow and comes back, unless the fixes show another speed', () => {
    const shaking = (rateHz: number, seconds: number) =>
      recordOf(atS => ({ y: atS < 1 || atS > 1 + seconds ? 0 : 5 * Math.sin(2 * Math.PI * 5.5 * (atS - 1)) }), {
        rateHz,
      });
    const facts = summariseImpact(shaking(25, 1));
    // Between slow samples the error of delta-v is larger than delta-v.
    expect(facts.DeltaVToKmh! - facts.DeltaVKmh!).toBeGreaterThan(1.25 * facts.DeltaVKmh!);
    expect(isMiniLoss(facts, defaultSettings)).toBe(true);
    expect(isMiniLoss({ ...facts, DurationMs: 240 }, defaultSettings)).toBe(false);
    expect(isMiniLoss({ ...facts, SpeedBeforeKmh: 40, SpeedAfterKmh: 20 }, defaultSettings)).toBe(false);
  });

  it('is braking as hard as tyres hold, at any rate, but no harder blow and no short one', () => {
    const stopping = (rateHz: number, blowG: number, seconds = 2) =>
      recordOf(
        atS => ({
          x: (atS < 0.5 || atS > 0.5 + seconds ? 0 : -1.05 - 0.1 * Math.sin(97 * atS)) + blow(atS, -blowG),
        }),
        { rateHz },
      );
    for (const rateHz of [25, 50, 200]) {
      const facts = summariseImpact(stopping(rateHz, 0));
      expect(facts.CrashReasons).toContain('braked');
      expect(facts.CrashProbability!).toBeLessThan(0.05);
      expect(isMiniLoss(facts, defaultSettings)).toBe(true);
      expect(summariseImpact(stopping(rateHz, 3)).CrashReasons).not.toContain('braked');
      expect(summariseImpact(stopping(rateHz, 0, 0.2)).CrashReasons).not.toContain('braked');
      // Brakes do not change the speed of a standing car.
      const parked = drive([{ seconds: 60, kmh: 0 }], { speeds: true });
      expect(
        summariseImpact({ ...stopping(rateHz, 0), startMs: recordedMs + 20_000 }, parked).CrashReasons ?? [],
      ).not.toContain('braked');
    }
  });

  it('is an improbable swing without a class, after which the car drove on at its speed', () => {
    const facts = {
      ...summariseImpact(ringing('x')),
      Severity: null,
      CrashProbability: 0.1,
      CrashReasons: ['droveOn' as const],
      DeltaVKmh: 12,
      DeltaVLongitudinalKmh: -11,
      SpeedBeforeKmh: 50,
      SpeedAfterKmh: 49,
      VerticalShare: 0.7,
      VelocityLeftShare: 0.9,
    };
    expect(isMiniLoss(facts, defaultSettings)).toBe(true);
    expect(isMiniLoss({ ...facts, VerticalShare: 0.1, VelocityLeftShare: 0.1 }, defaultSettings)).toBe(true);
    for (const change of [
      { VerticalShare: 0.1 },
      { SpeedAfterKmh: 44 },
      { DeltaVLongitudinalKmh: -3, DeltaVLateralKmh: 11 },
      { CrashProbability: 0.3 },
      { CrashProbability: null },
    ])
      expect(isMiniLoss({ ...facts, ...change }, defaultSettings)).toBe(false);
  });

  it('is nothing that was probably a crash, however weak', () => {
    const facts = summariseImpact({ ...softly(1000), startMs: recordedMs + 8500 }, rides(60));
    expect(isMiniLoss(facts, defaultSettings)).toBe(true);
    expect(isMiniLoss({ ...facts, CrashProbability: 0.6 }, defaultSettings)).toBe(false);
  });
});

describe('the end of an event', () => {
  it('comes before the ringing: 20 ms that change the velocity by no more than 0.8 km/h', () => {
    const ringing = recordOf(
      atS => ({ x: blow(atS, -10) + (atS > 1.1 ? 1.3 * Math.sin(2 * Math.PI * 40 * atS) : 0) }),
      { rateHz: 1000 },
    );
    expect(Math.abs(summariseImpact(ringing).DurationMs! - 112)).toBeLessThan(25);
  });

  it.each([100, 1000])(
    'comes after both of two pulses 60 ms apart, at %s Hz: neither alone is more than mini',
    rateHz => {
      const pulses = (...sizesG: number[]) =>
        summariseImpact(
          recordOf(atS => ({ x: sizesG.reduce((g, sizeG, n) => g - blow(atS - 0.06 * n, sizeG, 30), 0) }), { rateHz }),
        );
      for (const alone of [pulses(3.9), pulses(0, 3.9)]) expect(alone.Severity).toBe('mini');
      for (const both of [pulses(3.9, 3.9), pulses(3.8, 3.9), pulses(3.9, 3.8)]) {
        expect(both).toMatchObject({ Impacts: [expect.anything()] });
        expect(Math.abs(both.DeltaVKmh! - 2 * blowKmh(3.9, 30))).toBeLessThan(1);
      }
    },
  );

  it('is the last that counts but for 30 ms: brakes that go on behind it are no part of delta-v', () => {
    const braked = recordOf(atS => ({ x: blow(atS, -10) - (atS > 1.1 ? 0.9 : 0) }));
    expect(summariseImpact(braked).DeltaVKmh! - blowKmh(10)).toBeLessThan(2);
  });

  it('is not where a push turns into its rebound: 20 ms of both leave the velocity as it was', () => {
    const { DurationMs } = summariseImpact(recordOf(atS => ({ x: blow(atS, -6, 60) + blow(atS - 0.06, 6, 60) })));
    expect(Math.abs(DurationMs! - 120)).toBeLessThanOrEqual(20);
  });

  it('never comes in shaking at 50 Hz, which is mini all the same: after 250 ms its velocity came back', () => {
    const shaken = recordOf(atS => ({ x: 8 * Math.sin(10 * Math.PI * atS), y: 3 * Math.sin(14 * Math.PI * atS) }), {
      rateHz: 50,
    });
    expect(summariseImpact(shaken)).toMatchObject({ Severity: 'mini' });
  });

  it('is open where the record ends inside the pulse, and its beginning likewise', () => {
    const whole = recordOf(atS => ({ x: blow(atS, -10) }), { rateHz: 1000 });
    const part = (from: number, to: number) => {
      const cut = (values: Float64Array) => values.slice(from, to);
      const [longitudinalG, lateralG, verticalG] = [whole.longitudinalG, whole.lateralG, whole.verticalG].map(cut);
      return summariseImpact({
        ...whole,
        longitudinalG: longitudinalG!,
        lateralG: lateralG!,
        verticalG: verticalG!,
      });
    };
    expect(part(0, 1060).Doubts).toContain('endsInside');
    const late = part(1040, 2000);
    expect(late.Doubts).toContain('beginsInside');
    expect(late).toMatchObject({ DeltaVToKmh: null, InjuryRisk: null });
    expect(part(0, 3000).Doubts).toEqual([]);
    const { RecordedBeforeMs, RecordedAfterMs } = part(0, 3000);
    expect(Math.abs(RecordedBeforeMs! - 990)).toBeLessThan(10);
    expect(RecordedBeforeMs! + RecordedAfterMs!).toBeCloseTo(2999, 6);
  });
});

describe('delta-v', () => {
  it('is not said below 20 Hz', () => {
    const at = (rateHz: number) => summariseImpact(recordOf(atS => ({ x: blow(atS, -10, 200) }), { rateHz }));
    expect(at(20).DeltaVKmh).not.toBeNull();
    expect(at(19)).toMatchObject({ DeltaVKmh: null, DeltaVLongitudinalKmh: null, DirectionDeg: null });
  });

  it('of less than 3 km/h points nowhere', () => {
    const at = (peakG: number) => summariseImpact(recordOf(atS => ({ x: blow(atS, -peakG) }))).DirectionDeg;
    expect(at(1.2)).toBeNull();
    expect(at(1.6)).toBeCloseTo(0, 6);
  });
});

describe('a recording that cannot be right', () => {
  const hit = (atS: number) => ({
    x: blow(atS, -10),
    y: blow(atS, 3) + 0.01 * Math.sin(90 * atS),
    z: 1 + blow(atS, 1),
  });
  const scaled = (factor: number) =>
    recordOf(atS => {
      const { x, y, z } = hit(atS);
      return { x: x * factor, y: y * factor, z: z * factor };
    });

  it('is told from a right one', () => {
    expect(summariseImpact(recordOf(hit))).toMatchObject({ Severity: 'major', Doubts: [] });
    expect(summariseImpact(recordOf(hit)).DirectionDeg).not.toBeNull();
  });

  it.each([
    ['m/s² sent as g', scaled(9.80665), 'unit'],
    ['half a g at rest', scaled(0.5), 'gravity'],
    ['z down', recordOf(atS => ({ ...hit(atS), z: -1 })), 'notUpright'],
    ['up along x', recordOf(atS => ({ ...hit(atS), x: 1 + hit(atS).x, z: 0.001 * Math.sin(50 * atS) })), 'notUpright'],
    ['an axis stuck at 0.4 g', recordOf(atS => ({ ...hit(atS), y: 0.4 })), 'frozenAxis'],
  ] as const)('%s: neither direction nor class', (_, curve, doubt) => {
    const facts = summariseImpact(curve);
    expect(facts.Doubts).toContain(doubt);
    expect(facts).toMatchObject({ DirectionDeg: null, Severity: null, Impacts: null, InjuryRisk: null });
  });
});

it('a lone sample on one axis is no spike where the car rings on the others', () => {
  // A crash test at 100 Hz. The vertical axis has one sample far from its neighbours.
  const x = [-0.8, -1.4, -1.9, -2.2, -1.8, -3.7, -3.4, -2.2, -0.7];
  const y = [-1.9, -3.5, -4.8, -5.7, -4.6, -9.6, -8.6, -5.5, -1.7];
  const z = [1, 1, 1, 1, 0.6, -3.4, 1.6, 0.4, 1.8];
  const from = 100;
  const curve = recordOf(atS => ({ x: 0.02 * Math.sin(70 * atS), z: 1 + 0.01 * Math.sin(80 * atS) }), { rateHz: 100 });
  x.forEach((_, i) => {
    curve.longitudinalG[from + i] = x[i]!;
    curve.lateralG[from + i] = y[i]!;
    curve.verticalG[from + i] = z[i]!;
  });
  expect(summariseImpact(curve).Doubts).not.toContain('sampleLeftOut');
  expect(summariseImpact(curve).CrashProbability).toBeGreaterThan(0.5);
  // Without the rest of the impact, the same sample cannot come from a sensor on a car.
  const alone = recordOf(atS => ({ x: 0.02 * Math.sin(70 * atS) }), { rateHz: 100 });
  alone.verticalG[from + 5] = -3.4;
  expect(summariseImpact(alone).Doubts).toContain('sampleLeftOut');
});

describe('a recording that cannot be right', () => {
  /** Returns a frontal crash of 40 km/h as a real sensor records it. */
  const crash = (rateHz = 200): CurveSamples => {
    let seed = 7;
    const noise = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return (seed / 2_147_483_647 - 0.5) * 0.06;
    };
    return recordOf(
      atS => ({
        x: blow(atS, -18) + noise(),
        y: blow(atS, 2.5, 80) + noise(),
        z: 1 + blow(atS, 3, 60) - blow(atS - 0.06, 2.5, 60) + noise(),
      }),
      { rateHz },
    );
  };
  const axes = ['longitudinalG', 'lateralG', 'verticalG'] as const;
  const changed = (change: (value: number, i: number, axis: number) => number, curve = crash()): CurveSamples => ({
    ...curve,
    ...Object.fromEntries(axes.map((name, n) => [name, curve[name].map((value, i) => change(value, i, n))])),
  });
  const inBlow = (i: number) => i >= 202 && i < 220;
  const cases: readonly (readonly [string, CurveSamples])[] = [
    ['in m/s²', changed(value => value * 9.80665)],
    ['in thousandths of g', changed(value => value * 1000)],
    ['of half the scale', changed(value => value / 2)],
    ['upside down', changed((value, _, n) => (n === 2 ? -value : value))],
    ['on its side', changed((_, i, n) => crash()[axes[[0, 2, 1][n]!]!][i]!)],
    ['with a longitudinal axis that is dead', changed((value, _, n) => (n === 0 ? 0 : value))],
    ['with a longitudinal axis that sticks', changed((value, _, n) => (n === 0 ? 0.013 : value))],
    ['with a vertical axis that sticks', changed((value, _, n) => (n === 2 ? 0.98 : value))],
    ['whose samples were lost in the blow', changed((value, i) => (inBlow(i) ? 0 : value))],
    [
      'that holds the first sample of the blow',
      changed((value, i, n) => (inBlow(i) ? crash()[axes[n]!][202]! : value)),
    ],
    ['of zeros', changed(() => 0)],
    ['of an empty channel of a vehicle frame', changed((value, _, n) => (n === 1 ? value : 0))],
    ['of raw counts', changed(value => Math.round(value * 256))],
  ];

  it.each(cases)('is no mini-loss and shows no figure of a crash %s', (_, curve) => {
    const facts = summariseImpact(curve, drive([{ seconds: 30, kmh: 60 }], { speeds: true }));
    expect(facts.Severity).toBeNull();
    expect(facts).toMatchObject({ PeakG: null, DeltaVKmh: null, CrashProbability: null, DirectionDeg: null });
    expect(facts.SpeedBeforeKmh).not.toBeNull();
  });

  it('is judged without a lone sample: a crash stays a crash, and what is left is never a proof of none', () => {
    const whole = summariseImpact(crash());
    const glitched = summariseImpact(changed((value, i, n) => (n === 1 && i === 400 ? 16 : value)));
    expect(glitched.Doubts).toContain('sampleLeftOut');
    expect(glitched.Severity).toBe(whole.Severity);
    expect(glitched.PeakG!).toBeCloseTo(whole.PeakG!, 1);
    expect(glitched.DeltaVKmh!).toBeCloseTo(whole.DeltaVKmh!, 1);
    expect(glitched.CrashProbability!).toBeCloseTo(whole.CrashProbability!, 3);
    const alone = summariseImpact(
      recordOf(atS => ({
        x: Math.abs(atS - 1) < 0.004 ? -12 : 0.02 * Math.sin(70 * atS),
        z: 1 + 0.01 * Math.sin(80 * atS),
      })),
    );
    expect(alone).toMatchObject({ CrashProbability: null, Severity: 'minor' });
    expect(alone.PeakG!).toBeLessThan(0.1);
  });

  it('is judged without gravity that its sender removed: the figures are those of the whole recording', () => {
    const whole = summariseImpact(crash());
    const removed = changed((value, _, n) => (n === 2 ? value - 1 : value));
    for (const curve of [removed, { ...removed, frame: 'device' as const }]) {
      const facts = summariseImpact(curve);
      expect(facts.Doubts).toContain('gravityRemoved');
      expect(facts.Doubts).not.toContain('upUnknown');
      expect(facts.DeltaVKmh! / whole.DeltaVKmh!).toBeGreaterThan(0.95);
      expect(facts.DeltaVKmh! / whole.DeltaVKmh!).toBeLessThan(1.05);
      expect(facts.Severity).toBe('major');
      expect(facts.CrashProbability!).toBeGreaterThan(0.9);
      expect(facts.Rollover).toBe(curve.frame === 'vehicle' ? false : null);
    }
  });

  it('is not what a pothole, a kerb or a slammed door makes: those are judged, and mini', () => {
    for (const rateHz of [50, 100, 200, 400])
      for (const shake of [
        (atS: number) => ({ z: 1 + blow(atS, 4, 40) - blow(atS - 0.04, 3.6, 40) + 0.02 * Math.sin(171 * atS) }),
        (atS: number) => ({
          x: blow(atS, -3, 30) + blow(atS - 0.03, 3, 30),
          z: 1 + blow(atS, 3, 50) - blow(atS - 0.05, 3, 50) + 0.02 * Math.sin(171 * atS),
        }),
        (atS: number) => ({ y: blow(atS, 3, 40) - blow(atS - 0.04, 3, 40), z: 1 + 0.02 * Math.sin(171 * atS) }),
      ]) {
        const noisy = recordOf(atS => ({ x: 0.02 * Math.sin(97 * atS), y: 0.02 * Math.cos(61 * atS), ...shake(atS) }), {
          rateHz,
        });
        const { Severity, Doubts } = summariseImpact(noisy);
        expect([Severity, Doubts?.filter(doubt => implausibleDoubts.includes(doubt))], String(rateHz)).toEqual([
          'mini',
          [],
        ]);
      }
  });
});
