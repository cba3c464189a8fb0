import { expect, it } from 'vitest';
import { summariseImpact } from '../../../../../server/domain/telemetry/impact.ts';
import { roundedFacts } from '../../../../../server/domain/telemetry/roundedFacts.ts';
import { blow, recordOf, turned } from './pulses.ts';

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
  const told = roundedFacts(facts);
  expect(Math.max(...decimalsOf(told))).toBeLessThanOrEqual(6);
  expect(told.PeakG).toBe(Number(facts.PeakG?.toFixed(3)));
  expect(told.DeltaVKmh).toBe(facts.DeltaVKmh && Number(facts.DeltaVKmh.toFixed(1)));
  expect(told).toMatchObject({ Severity: facts.Severity, Doubts: facts.Doubts, StandsAfter: facts.StandsAfter });
  expect(roundedFacts(told)).toEqual(told);
});
