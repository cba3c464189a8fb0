import { expect, it } from 'vitest';
import { contractStateOf, fullYears } from '../../../../server/domain/contract.ts';

const now = '2026-01-15T12:00:00.000Z';
const state = (begin: string | null, end: string | null, closedAt: string | null = null) =>
  contractStateOf({ begin, end, closedAt }, now);

it('a contract is what its dates make of it', () => {
  expect(state(null, null)).toBeNull();
  expect(state('2026-01-16', '2027-01-15')).toBe('draft');
  expect(state('2026-01-15', '2027-01-14')).toBe('inForce');
  expect(state('2025-02-01', '2026-02-14')).toBe('ending');
  expect(state('2025-01-16', '2026-01-15')).toBe('ending');
  expect(state('2025-01-15', '2026-01-14')).toBe('ended');
  expect(state('2025-06-01', '2026-05-31', '2026-01-10T09:00:00.000Z')).toBe('terminated');
  expect(state('2024-06-01', '2025-05-31', '2025-06-02T09:00:00.000Z')).toBe('ended');
});

it('a year of driving is full on its anniversary', () => {
  expect(fullYears('2010-01-16', now)).toBe(15);
  expect(fullYears('2010-01-15', now)).toBe(16);
  expect(fullYears('2026-01-20', now)).toBe(0);
  expect(fullYears(null, now)).toBeNull();
});
