import { describe, expect, it } from 'vitest';
import type { CurveSamples } from '../../../../../server/domain/telemetry/curves.ts';
import {
  type Axes,
  findMountings,
  findOrientation,
  rotationBetweenDeg,
  toVehicleAxes,
} from '../../../../../server/domain/telemetry/orientation.ts';
import { randomRotation, turnedAxes, turnedCurve } from '../../../../../workshop/truth/orientations.ts';
import { randomOf } from '../../../../../workshop/truth/random.ts';
import { motion, type Phase } from './motions.ts';

const straight: Axes = { forward: [1, 0, 0], left: [0, 1, 0], up: [0, 0, 1] };
const town: readonly Phase[] = Array.from({ length: 12 }, (_, n): readonly Phase[] => [
  { seconds: 8 },
  { seconds: 3, accelerationG: -0.2 },
  { seconds: 4, yawDegS: n % 2 === 0 ? 10 : -10 },
  { seconds: 3, accelerationG: 0.2 },
]).flat();

const recorded = (phases: readonly Phase[]) => {
  const { track, samples } = motion(phases, { noiseG: 0.15 });
  const curve: CurveSamples = {
    startMs: samples.startMs,
    rateHz: samples.rateHz,
    longitudinalG: Float64Array.from(samples.longitudinal),
    lateralG: Float64Array.from(samples.lateral),
    verticalG: Float64Array.from(samples.vertical),
    rangeG: 16,
    frame: 'device',
  };
  return { track, curve };
};

const cut = (curve: CurveSamples, from: number, to: number): CurveSamples => ({
  ...curve,
  startMs: curve.startMs + (from / curve.rateHz) * 1000,
  longitudinalG: curve.longitudinalG.slice(from, to),
  lateralG: curve.lateralG.slice(from, to),
  verticalG: curve.verticalG.slice(from, to),
});

describe('finding how a device is mounted', () => {
  const random = randomOf(7);
  const { track, curve } = recorded(town);

  it('finds any mounting within five degrees, front and rear never taken for each other', () => {
    for (let n = 0; n < 20; n++) {
      const rotation = randomRotation(random);
      const found = findOrientation([turnedCurve(rotation, curve)], track);
      expect(rotationBetweenDeg(found!, turnedAxes(rotation, straight))).toBeLessThan(5);
    }
  });

  it('is not turned by seconds in which something else pushed', () => {
    const pushed = { ...curve, lateralG: curve.lateralG.slice(), longitudinalG: curve.longitudinalG.slice() };
    for (let second = 30; second < 210; second += 55)
      for (let i = second * curve.rateHz; i < (second + 1) * curve.rateHz; i++) pushed.lateralG[i]! += 0.5;
    expect(rotationBetweenDeg(findOrientation([pushed], track)!, straight)).toBeLessThan(2);
  });

  it('is unknown where it could not be told within 7 degrees: a road that shakes every second anew', () => {
    const shaken = (byG: number) => {
      const axis = (values: Float64Array) => {
        const pushes = Float64Array.from({ length: 300 }, () => random.between(-byG, byG));
        return values.map((value, i) => value + pushes[Math.floor(i / curve.rateHz)]!);
      };
      const { longitudinalG: x, lateralG: y, verticalG: z } = curve;
      return { ...curve, longitudinalG: axis(x), lateralG: axis(y), verticalG: axis(z) };
    };
    expect(findOrientation([shaken(0.05)], track)).not.toBeNull();
    for (let n = 0; n < 5; n++) expect(findOrientation([shaken(0.3)], track)).toBeNull();
  });

  it('lays samples into the axes of the vehicle', () => {
    const rotation = randomRotation(random);
    const sent = turnedCurve(rotation, curve);
    const { longitudinal, lateral, vertical } = toVehicleAxes(sent, turnedAxes(rotation, straight));
    for (let i = 0; i < longitudinal.length; i += 97) {
      expect(longitudinal[i]).toBeCloseTo(curve.longitudinalG[i]!, 5);
      expect(lateral[i]).toBeCloseTo(curve.lateralG[i]!, 5);
      expect(vertical[i]).toBeCloseTo(curve.verticalG[i]!, 5);
    }
  });

  it.each([
    ['anyhow', randomRotation(random)],
    ['about the vertical only', [[-1, 0, 0] as const, [0, -1, 0] as const, [0, 0, 1] as const] as const],
  ])('notices a device moved in mid-trip (%s)', (_, second) => {
    const half = curve.longitudinalG.length / 2;
    const first = randomRotation(random);
    const before = _ === 'anyhow' ? turnedCurve(first, cut(curve, 0, half)) : cut(curve, 0, half);
    const after = turnedCurve(second, cut(curve, half, 2 * half));
    const mountings = findMountings([before, after], track);
    expect(mountings).toHaveLength(2);
    expect(Math.abs(mountings[1]!.fromMs - after.startMs)).toBeLessThan(10_000);
    expect(rotationBetweenDeg(mountings[1]!.orientation!, turnedAxes(second, straight))).toBeLessThan(5);
  });

  it('says that it does not know after a drive without manoeuvres, and of axes no rotation gives', () => {
    const calm = recorded([{ seconds: 200 }]);
    expect(findOrientation([calm.curve], calm.track)).toBeNull();
    const mirrored = { ...curve, lateralG: curve.lateralG.map(value => -value) };
    expect(findOrientation([mirrored], track)).toBeNull();
    expect(findOrientation([], track)).toBeNull();
    const short = recorded(town.slice(0, 8));
    expect(findOrientation([cut(short.curve, 0, 29 * 50)], short.track)).toBeNull();
    const drowned = recorded([{ seconds: 60 }, { seconds: 2, accelerationG: -0.1 }, { seconds: 60 }]);
    expect(findOrientation([drowned.curve], drowned.track)).toBeNull();
    expect(findOrientation([curve], { ...track, timeMs: track.timeMs.map(ms => ms + 86_400_000) })).toBeNull();
  });
});
