// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { I18nContextProvider } from 'react-admin';
import { afterEach, expect, it } from 'vitest';
import type { Reconstruction } from '../../../../../src/contract/shapes/reconstruction.ts';
import { SpeedTable } from '../../../../../src/custom-pages/accidents/facts/SpeedTable.tsx';

afterEach(cleanup);

it('shows the reconstructed speed and its interval second by second, and a dash where the speed is unknown', () => {
  const Time = Array.from({ length: 31 }, (_, i) => (i - 10) / 10);
  const from = (offset: number) => Time.map(time => (time > 1 ? null : 40 + time + offset));
  const reconstruction = { Time, Speed: from(0), SpeedFrom: from(-3), SpeedTo: from(3) } as Reconstruction;
  render(
    <I18nContextProvider value={{ translate: key => key, changeLocale: async () => {}, getLocale: () => 'en' }}>
      <SpeedTable reconstruction={reconstruction} />
    </I18nContextProvider>,
  );
  const rows = screen.getAllByRole('row').slice(1);
  const texts = rows.map(row =>
    within(row)
      .getAllByRole('cell')
      .map(cell => cell.textContent),
  );
  expect(texts).toEqual([
    ['−1', '39.0', '36.0', '42.0'],
    [' 0', '40.0', '37.0', '43.0'],
    ['+1', '41.0', '38.0', '44.0'],
    ['+2', '—', '—', '—'],
  ]);
});
