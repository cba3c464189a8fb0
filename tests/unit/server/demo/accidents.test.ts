import { describe, expect, it } from 'vitest';
import { type DemoAccident, generateAccidents } from '../../../../server/demo/accidents.ts';
import { demoSeed } from '../../../../server/demo/portfolio.ts';
import type { ImpactKind } from '../../../../server/demo/recordings.ts';
import { storyOf } from '../../../../server/demo/stories.ts';
import { voucherOf, vouchersPerCopy } from '../../../../server/demo/vouchers.ts';
import { gravityMs2 } from '../../../../server/domain/telemetry/deltaV.ts';
import { crashFromKmh } from '../../../../src/contract/limits.ts';
import { workStatus } from '../../../../src/contract/workStatuses.ts';

const world = { seed: demoSeed, today: new Date('2026-03-12T11:20:00Z') };
const vouchers = Array.from({ length: vouchersPerCopy }, (_, index) => voucherOf(world, index));
const accidents = generateAccidents(world, vouchers);
const isCrash = (kind: ImpactKind) => kind === 'front' || kind === 'rear' || kind === 'left' || kind === 'right';

/** Returns the speed by the fixes at a moment, km/h. */
const speedAt = ({ track }: DemoAccident, ms: number): number => {
  const next = track.timeMs.findIndex(time => time >= ms);
  const [a, b] = [Math.max(0, next - 1), next];
  const share = a === b ? 0 : (ms - track.timeMs[a]!) / (track.timeMs[b]! - track.timeMs[a]!);
  return track.speedKmh[a]! + (track.speedKmh[b]! - track.speedKmh[a]!) * share;
};

/** Returns the change of velocity up to each sample of the curve, km/h. */
const gained = (axis: Float64Array, rateHz: number): Float64Array => {
  let sum = 0;
  return axis.map(value => {
    sum += (value * gravityMs2 * 3.6) / rateHz;
    return sum;
  });
};

const nameOf = ({ index, plan }: DemoAccident) => `${index} ${plan.kind}`;
const apartDeg = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180);

describe('the sixty impacts of the demo', () => {
  it('have curves that add up to what the fixes say the speed changed by', () => {
    for (const accident of accidents) {
      const { curve } = accident;
      const change = gained(curve.longitudinalG, curve.rateHz);
      const endMs = curve.startMs + (change.length / curve.rateHz) * 1000;
      const seen = speedAt(accident, endMs) - speedAt(accident, curve.startMs);
      expect(Math.abs(change.at(-1)! - seen), nameOf(accident)).toBeLessThan(3.5);
    }
  });

  it('never roll a car back', () => {
    for (const accident of accidents) {
      const { curve } = accident;
      const before = speedAt(accident, curve.startMs);
      const least = Math.min(...gained(curve.longitudinalG, curve.rateHz));
      expect(before + least, nameOf(accident)).toBeGreaterThan(-3);
    }
  });

  it('feel each bend that the track turns through', () => {
    for (const accident of accidents) {
      const { curve, track, crashMs } = accident;
      // Only up to the fix before the impact, because the impact also pushes sideways.
      const from = track.timeMs.findIndex(ms => ms >= curve.startMs);
      const to = track.timeMs.findLastIndex(ms => ms < crashMs);
      let turnedKmh = 0;
      for (let i = from + 1; i <= to; i++) {
        const turn = ((track.courseDeg[i]! - track.courseDeg[i - 1]! + 540) % 360) - 180;
        turnedKmh -= ((turn * Math.PI) / 180) * ((track.speedKmh[i]! + track.speedKmh[i - 1]!) / 2);
      }
      const samples = Math.round(((track.timeMs[to]! - curve.startMs) / 1000) * curve.rateHz);
      const felt = gained(curve.lateralG.subarray(0, samples), curve.rateHz).at(-1)!;
      expect(Math.abs(felt - turnedKmh), nameOf(accident)).toBeLessThan(5 + Math.abs(turnedKmh) * 0.25);
    }
  });

  it('show the same speeds before and after as the blow between them', () => {
    for (const accident of accidents) {
      const { facts, plan } = accident;
      const { SpeedBeforeKmh, SpeedAfterKmh } = facts;
      expect(SpeedBeforeKmh, nameOf(accident)).not.toBeNull();
      if (!isCrash(plan.kind)) continue;
      // Up to a third of a second of braking before, and two seconds of rolling after it.
      const apart = SpeedAfterKmh! - SpeedBeforeKmh! - facts.DeltaVLongitudinalKmh!;
      expect(apart, nameOf(accident)).toBeLessThan(1.5);
      expect(apart, nameOf(accident)).toBeGreaterThan(-9);
      expect(SpeedAfterKmh!, nameOf(accident)).toBeGreaterThan(0);
      expect(facts.StandsAfter, nameOf(accident)).toBe(true);
    }
  });

  it('come from where their kind says, with the class of their change of speed', () => {
    const from: Partial<Record<ImpactKind, number>> = { front: 0, right: 75, rear: 180, left: 285 };
    for (const { plan, facts, index } of accidents) {
      const name = `${index} ${plan.kind}`;
      const direction = from[plan.kind];
      if (direction === undefined) {
        expect(facts.DirectionDeg, name).toBeNull();
        expect(facts.DeltaVKmh!, name).toBeLessThan(crashFromKmh);
        expect(facts.Severity, name).toBe('mini');
        continue;
      }
      expect(apartDeg(facts.DirectionDeg!, direction), name).toBeLessThan(15);
      const deltaVKmh = facts.DeltaVKmh!;
      expect(facts.Severity, name).toBe(deltaVKmh >= 20 ? 'major' : deltaVKmh >= 8 ? 'minor' : 'mini');
    }
  });

  it('are told as they were: words, course of events, and parts on the side of the blow', () => {
    // Ids of the dictionary carParts, by the side of the impact.
    const side = { front: [1, 3, 16, 17], rear: [2, 4, 18], left: [6, 8, 10, 12, 16], right: [7, 9, 11, 13, 17] };
    const words = { front: /Встречн|тормоз|Впереди/, rear: /сзади/i, left: /лев/, right: /прав/ };
    const dynamics = { front: [2, 6, 10], rear: [1], left: [3], right: [3] };
    let told = 0;
    for (const accident of accidents) {
      const { plan } = accident;
      const { processing, notes } = storyOf(world.seed, accident, world.today);
      const kind = plan.kind as keyof typeof side;
      if (!isCrash(plan.kind)) {
        expect(processing.CarPartIds).toEqual([]);
        continue;
      }
      expect(processing.UnconfirmationReasonId, nameOf(accident)).toBeNull();
      for (const part of processing.CarPartIds) expect(side[kind], nameOf(accident)).toContain(part);
      if (plan.workStatusId < workStatus.confirmed || plan.workStatusId === workStatus.unreachable) continue;
      told += 1;
      expect(processing.CarPartIds.length, nameOf(accident)).toBeGreaterThan(0);
      expect(dynamics[kind], nameOf(accident)).toContain(processing.CrashDynamicsId);
      expect(notes[0]!.text, nameOf(accident)).toMatch(words[kind]);
    }
    expect(told).toBeGreaterThan(10);
  });
});
