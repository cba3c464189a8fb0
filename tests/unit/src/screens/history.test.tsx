// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { clients } from '../../../../src/resources/clients.ts';
import { vouchers } from '../../../../src/resources/vouchers.ts';
import { ChangeLine, inDescribedOrder } from '../../../../src/screens/record/History.tsx';

vi.mock(import('../../../../src/fields/useI18n.ts'), async original => ({
  ...(await original()),
  useI18n: () => ({ locale: 'ru', translate: (key: string, { _ = key }: { _?: string } = {}) => _ }),
}));
vi.mock('../../../../src/fields/ValueText.tsx', () => ({
  ValueText: ({ value }: { value: unknown }) => (value ? String(value) : '—'),
}));
afterEach(cleanup);

it('what changed stands in the order of the form, whichever order it was saved in', () => {
  const saved = ['Note', 'Phone', 'FirstName', 'LastName'].map(field => ({ field, before: null, after: 'x' }));
  const shown = inDescribedOrder(clients, saved).map(({ field }) => field);
  expect(shown).toEqual(['LastName', 'FirstName', 'Phone', 'Note']);
});

it.each([
  ['taken off', '860277060546101', null, '860277060546101 → —'],
  ['emptied', '860277060546101', '', '860277060546101 → —'],
  ['filled', null, '860277060546101', '860277060546101'],
  ['filled where an empty text was', '', '860277060546101', '860277060546101'],
])('a value %s reads the same, whether nothing is null or an empty text', (_, before, after, told) => {
  const { container } = render(<ChangeLine resource={vouchers} change={{ field: 'IMEI', before, after }} />);
  expect(container.textContent).toBe(`IMEI устройства: ${told}`);
});
