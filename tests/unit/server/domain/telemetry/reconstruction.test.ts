import { describe, expect, it } from 'vitest';
import { randomOf, seedOf } from '../../../../../workshop/truth/random.ts';
import {
  type ImpactPlan,
  type RecorderPlan,
  randomImpact,
  reconstructSimulated,
  simulateImpact,
  usualRecorder,
} from '../../../../../workshop/truth/simulatedImpacts.ts';

/** 60 km/h, braked for 2 s at 6 m/s², hit from the front, turned, at rest after a second. */
const braked: ImpactPlan = {
  speedKmh: 60,
  brakingFromS: -2,
  brakingMs2: 6,
  pushKmh: [-12, 2],
  pulseS: 0.1,
  spinRadS: 2,
  slideMs2: 5,
  courseDeg: 90,
};
const recorder: RecorderPlan = {
  rateHz: 100,
  recordedFromS: -5,
  recordedToS: 5,
  rangeG: 16,
  noiseG: 0.02,
  zeroG: 0.02,
  slopeRad: 0.03,
  frame: 'vehicle',
  isMountingKnown: true,
  fixEveryS: 1,
  hasReceiverSpeed: true,
  receiverMeanS: 0.6,
};
const reconstructed = (plan: Partial<ImpactPlan> = {}, device: Partial<RecorderPlan> = {}) => {
  const made = simulateImpact({ ...braked, ...plan }, { ...recorder, ...device }, randomOf(seedOf('reconstruction')));
  return { made, result: reconstructSimulated(made) };
};
const distanceDeg = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

describe('the reconstruction of a movement', () => {
  it.each([
    ['100 Hz', {}],
    ['25 Hz', { rateHz: 25 }],
    ['the axes of the device', { frame: 'device' as const }],
    ['a receiver that is late by a second', { receiverMeanS: 1.2 }],
  ])('finds speed, braking, rest and course with %s', (_, device) => {
    const { made, result } = reconstructed({}, device);
    const atImpactKmh = made.speedKmhAt(-0.01);
    expect(Math.abs(result.SpeedAtImpact!.Kmh - atImpactKmh)).toBeLessThan(3);
    expect(result.SpeedAtImpact!.FromKmh).toBeLessThanOrEqual(atImpactKmh);
    expect(result.SpeedAtImpact!.ToKmh).toBeGreaterThanOrEqual(atImpactKmh);
    expect(Math.abs(result.SpeedAfterImpact!.Kmh - made.speedKmhAt(0.11))).toBeLessThan(6);
    expect(result.Braked).toBe(true);
    expect(Math.abs(result.Braking!.StartS + 2)).toBeLessThan(0.3);
    expect(Math.abs(result.Braking!.MeanMs2 - 6)).toBeLessThan(0.7);
    expect(Math.abs(result.Braking!.FromKmh - made.speedKmhAt(-2))).toBeLessThan(4);
    expect(Math.abs(result.Rest!.DistanceM! - made.wayToRestM!)).toBeLessThanOrEqual(result.Rest!.DistanceErrorM!);
    expect(distanceDeg(result.CourseBeforeDeg!, made.courseBeforeDeg)).toBeLessThan(8);
    expect(result.AccelerationReason).toBeNull();
  });

  it('knows nothing without fixes', () => {
    const { result } = reconstructed({}, { fixEveryS: null });
    expect(result.Speed.every(speed => speed === null)).toBe(true);
    expect(result).toMatchObject({ SpeedAtImpact: null, Braked: null, CameToRest: null, FinalCourseDeg: null });
  });

  it('does not say that nobody braked where only fixes show the movement', () => {
    const { result } = reconstructed({ brakingFromS: 0 }, { rateHz: null });
    expect(result).toMatchObject({ Braked: null, AccelerationReason: 'noRecording' });
    expect(reconstructed({ brakingFromS: 0 }).result.Braked).toBe(false);
  });

  it('leaves gaps where fixes every ten seconds show too little', () => {
    const { result } = reconstructed({}, { fixEveryS: 10, rateHz: null });
    expect(result.Speed.filter(speed => speed === null).length).toBeGreaterThan(result.Speed.length / 2);
  });

  it('takes no speed from a blow that saturated the sensor', () => {
    const { made, result } = reconstructed({ pushKmh: [-25, 2] }, { rangeG: 2 });
    const found = result.SpeedAfterImpact;
    if (found) expect(found.ToKmh - found.FromKmh).toBeGreaterThan(10);
    expect(Math.abs(result.SpeedAtImpact!.Kmh - made.speedKmhAt(-0.01))).toBeLessThan(3);
  });

  it('does not count an acceleration that contradicts the fixes', () => {
    const { made } = reconstructed();
    // Forward and backward are exchanged.
    const turned = { ...made, curve: { ...made.curve!, longitudinalG: made.curve!.longitudinalG.map(g => -g) } };
    expect(reconstructSimulated(turned).AccelerationReason).toBe('contradicted');
  });

  it('tells no braking of a standing car that was hit, and pushes it', () => {
    const { made, result } = reconstructed({ speedKmh: 0, brakingFromS: 0, pushKmh: [15, 0], spinRadS: 0 });
    expect(result.Braked).toBe(false);
    expect(result.SpeedAtImpact!.Kmh).toBeLessThan(3);
    expect(Math.abs(result.SpeedAfterImpact!.Kmh - made.speedKmhAt(0.11))).toBeLessThan(5);
    expect(result.CourseBeforeDeg).toBeNull();
  });

  it.each([
    ['usual devices', {}],
    ['devices with axes of their own', { frame: 'device' as const }],
    ['fixes alone', { rateHz: null }],
    ['places alone', { hasReceiverSpeed: false }],
  ])('has intervals that hold the speed in nine of ten random impacts, with %s', (_, device) => {
    let [held, known] = [0, 0];
    for (let n = 0; n < 25; n++) {
      const random = randomOf(seedOf('interval', n));
      const plan = randomImpact(random);
      const made = simulateImpact(plan, { ...usualRecorder(random), ...device }, random);
      const result = reconstructSimulated(made);
      result.Time.forEach((atS, i) => {
        // Most of the seconds are easy. Those around the impact are what the figure is for.
        if (result.Speed[i] === null || Math.abs(atS) > 5 || (atS > -0.01 && atS < plan.pulseS + 0.1)) return;
        known++;
        const kmh = made.speedKmhAt(atS);
        if (kmh >= result.SpeedFrom[i]! - 0.05 && kmh <= result.SpeedTo[i]! + 0.05) held++;
      });
    }
    expect(known).toBeGreaterThan(1000);
    expect(held / known).toBeGreaterThanOrEqual(0.9);
  });
});
