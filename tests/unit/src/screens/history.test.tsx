// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import * as language from '../../../../src/fields/useI18n.ts';
import * as values from '../../../../src/fields/ValueText.tsx';
import { clients } from '../../../../src/resources/clients.ts';
import { vouchers } from '../../../../src/resources/vouchers.ts';
import { ChangeLine, inDescribedOrder } from '../../../../src/screens/record/History.tsx';

const translate = (key: string, { _ = key }: { _?: string } = {}) => _;
beforeAll(() => {
  vi.spyOn(language, 'useI18n').mockReturnValue({ locale: 'ru', translate } as ReturnType<typeof language.useI18n>);
  vi.spyOn(values, 'ValueText').mockImplementation(({ value }) => (value ? String(value) : '—'));
});
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
