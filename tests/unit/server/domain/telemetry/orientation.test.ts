import { describe, expect, it } from 'vitest';
import { encodeCurve } from '../../../../../server/domain/telemetry/codec.ts';
import type { CurveSamples } from '../../../../../server/domain/telemetry/curves.ts';
import {
  type Axes,
  findMountings,
  rotationBetweenDeg,
  toVehicleAxes,
} from '../../../../../server/domain/telemetry/orientation.ts';
import { analyseDrives } from '../../../../../server/modules/ingest/drives.ts';
import { randomRotation, turnedAxes, turnedCurve } from '../../../../../workshop/truth/orientations.ts';
import { randomOf } from '../../../../../workshop/truth/random.ts';
import { motion, type Phase } from './motions.ts';

const findOrientation = (...drive: Parameters<typeof findMountings>) =>
  findMountings(...drive).at(-1)?.orientation ?? null;

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

type Triple = readonly [number, number, number];

const phases = Array.from({ length: 6 }, (_, n): Phase[] => [
  { seconds: 12 },
  { seconds: 3, accelerationG: -0.2 },
  { seconds: 4, yawDegS: n % 2 === 0 ? 10 : -10 },
  { seconds: 3, accelerationG: 0.2 },
  { seconds: 12 },
  { seconds: 3, accelerationG: -0.4 },
  { seconds: 12 },
  { seconds: 4, accelerationG: 0.3 },
  { seconds: 8 },
  { seconds: 5, yawDegS: 15 },
]).flat();
const { track, samples } = motion(phases, { noiseG: 0.1 });

/** Returns the drive's acceleration as a device sends it that states the vehicle's axes. */
const sentBy = (axesOf: (axes: Triple) => Triple): CurveSamples => {
  const length = samples.longitudinal.length;
  const sent = Array.from({ length }, (_, i) =>
    axesOf([samples.longitudinal[i]!, samples.lateral[i]!, samples.vertical[i]!]),
  );
  const axis = (n: 0 | 1 | 2) => Float64Array.from(sent, values => values[n]);
  return {
    startMs: samples.startMs,
    rateHz: samples.rateHz,
    longitudinalG: axis(0),
    lateralG: axis(1),
    verticalG: axis(2),
    rangeG: 8,
    frame: 'vehicle',
  };
};

const analyse = (curves: readonly CurveSamples[]) =>
  analyseDrives({
    track,
    trips: [{ fromIndex: 0, toIndex: track.timeMs.length - 1 }],
    curves: curves.map(encodeCurve),
    knownOrientations: [],
  });

const kindsOf = (curves: readonly CurveSamples[]): string[] => analyse(curves).manoeuvres[0]!.map(({ kind }) => kind);

const pitched = (deg: number) => {
  const [sine, cosine] = [Math.sin((deg * Math.PI) / 180), Math.cos((deg * Math.PI) / 180)];
  return ([x, y, z]: Triple): Triple => [x * cosine + z * sine, y, z * cosine - x * sine];
};

describe("axes that a device says are the vehicle's", () => {
  const upright = sentBy(axes => axes);
  const rightKinds = kindsOf([upright]);

  it('count where they agree with the fixes', () => {
    expect(rightKinds).toEqual(Array.from({ length: 6 }, () => ['braking', 'acceleration', 'cornering']).flat());
    expect(analyse([upright]).axesFaults).toEqual([]);
  });

  it.each([
    ['turned by 90°', ([x, y, z]: Triple): Triple => [y, -x, z], true],
    ['turned by 180°', ([x, y, z]: Triple): Triple => [-x, -y, z], true],
    ['with x and y exchanged', ([x, y, z]: Triple): Triple => [y, x, z], true],
    ['with y to the right', ([x, y, z]: Triple): Triple => [x, -y, z], true],
    ['pitched by 15°', pitched(15), false],
    ['pitched by -25°', pitched(-25), true],
  ] as const)('are turned where the fixes contradict them: %s', (_name, axesOf, isFault) => {
    const sent = sentBy(axesOf);
    expect(kindsOf([sent])).toEqual(rightKinds);
    expect(analyse([sent]).axesFaults.length > 0).toBe(isFault);
  });

  it('are turned the same way however the acceleration is divided into messages', () => {
    const sent = sentBy(([x, y, z]) => [y, -x, z]);
    const length = sent.longitudinalG.length;
    const parts = [0, 1, 2, 3].map(n => cut(sent, Math.floor((length * n) / 4), Math.floor((length * (n + 1)) / 4)));
    expect(analyse(parts.reverse())).toEqual(analyse([sent]));
  });
});

describe('a sensor at the end of its range', () => {
  /** Returns the drive with one axis at 2 g for a while within the third braking. */
  const saturated = (rangeG: number | null): CurveSamples => {
    const curve = sentBy(axes => axes);
    const third = analyse([curve]).manoeuvres[0]!.filter(({ kind }) => kind === 'braking')[2]!;
    const from = Math.round(((third.startMs - curve.startMs) / 1000) * curve.rateHz);
    for (let second = 0; second < 3; second += 0.5) {
      const at = from + Math.round(second * curve.rateHz);
      curve.verticalG.fill(2, at, at + 3);
    }
    return { ...curve, rangeG };
  };

  it.each([2, null])('shows no manoeuvre within 0.4 s, and the others remain: range %s', rangeG => {
    const kinds = kindsOf([saturated(rangeG)]);
    expect(kinds.filter(kind => kind === 'braking')).toHaveLength(5);
    expect(kinds.filter(kind => kind === 'acceleration')).toHaveLength(6);
    expect(kinds.filter(kind => kind === 'cornering')).toHaveLength(6);
    expect(kinds).not.toContain('bump');
  });

  it('finds the same however the acceleration is divided into messages', () => {
    const sent = saturated(null);
    const middle = Math.floor(sent.longitudinalG.length / 2);
    expect(analyse([cut(sent, middle, sent.longitudinalG.length), cut(sent, 0, middle)])).toEqual(analyse([sent]));
  });
});
