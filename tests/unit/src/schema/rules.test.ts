import { expect, it } from 'vitest';
import { ru } from '../../../../src/i18n/ru/index.ts';
import { brokenRule } from '../../../../src/schema/rules.ts';

const textOf = (rule: Parameters<typeof brokenRule>[0], values: Parameters<typeof brokenRule>[1]) => {
  const broken = brokenRule(rule, values);
  return broken && (ru.validation.faults as Readonly<Record<string, string>>)[broken];
};

it('an end is not after its bound, and not before its start', () => {
  const bound = { field: 'End', notAfter: 'Bound' } as const;
  expect(textOf(bound, { End: '2026-02-02', Bound: '2026-02-01' })).toBe('Не может быть позже, чем дата окончания');
  expect(textOf(bound, { End: '2026-02-01', Bound: '2026-02-01' })).toBeUndefined();
  const start = { field: 'End', notBefore: 'Start' } as const;
  expect(textOf(start, { End: '2026-01-31', Start: '2026-02-01' })).toBe('Не может быть раньше, чем дата старта');
  expect(textOf(start, { End: null, Start: '2026-02-01' })).toBeUndefined();
});
