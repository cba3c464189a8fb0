// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'react-admin';
import { afterEach, expect, it } from 'vitest';
import { ClockProvider, useClock } from '../../../../src/components/clock/ClockContext.tsx';
import type { Clock } from '../../../../src/components/clock/clock.ts';
import { SampleTable } from '../../../../src/components/curves/SampleTable.tsx';

const times = Array.from({ length: 100 }, (_, at) => (at - 50) / 100);
const curves = {
  CrashDateTime: '2026-01-15T12:00:00.000Z',
  RateHz: 100,
  RangeG: 16,
  Frame: 'vehicle' as const,
  Samples: 100,
  Time: times,
  Longitudinal: times.map((_, at) => (at === 50 ? -6.25 : 0)),
  Lateral: times.map(() => 0.5),
  Vertical: times.map(() => 1),
  Resultant: times.map(() => 1),
  SpeedTime: [-0.5],
  Speed: [57.4],
};

let clock: Clock;
const TakeClock = () => {
  clock = useClock();
  return null;
};

const i18n = { translate: (key: string) => key, changeLocale: async () => {}, getLocale: () => 'ru' };
const cells = (row: HTMLElement) => [...row.querySelectorAll('td')].map(cell => cell.textContent?.trim());
const current = () => screen.getByRole('row', { current: true });

afterEach(cleanup);

it('samples are a table around the moment of the clock, which a row moves', () => {
  render(
    <I18nContextProvider value={i18n}>
      <ClockProvider initialTime={0}>
        <TakeClock />
        <SampleTable curves={curves} times={times} />
      </ClockProvider>
    </I18nContextProvider>,
  );
  expect(screen.getAllByRole('columnheader')).toHaveLength(6);
  expect(screen.getAllByRole('row')).toHaveLength(1 + 21);
  expect(cells(current())).toEqual(['0,000', '57', '−6,25', '+0,50', '+1,00', '+1,00']);

  fireEvent.click(current().nextElementSibling!);
  expect(clock.get().time).toBe(0.01);
  expect(cells(current())).toEqual(['+0,010', '57', '0,00', '+0,50', '+1,00', '+1,00']);
});
