// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { DataProviderContext } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { Trend } from '../../../../src/custom-pages/scoring/overview/Trend.tsx';
import { ScoringView } from '../../../../src/custom-pages/scoring/ScoringView.tsx';
import type { Trip } from '../../../../src/custom-pages/scoring/trip/queries.ts';
import { SampleLog } from '../../../../src/custom-pages/scoring/trip/SampleLog.tsx';
import type { PageState, TrendStep } from '../../../../src/custom-pages/scoring/usePageState.ts';
import { SettingsPage } from '../../../../src/custom-pages/user/settings/SettingsPage.tsx';
import { dataProvider } from '../../../../src/dataProvider/index.ts';
import { Stand } from '../layout/frame.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['the settings', () => <SettingsPage />],
  ['the scoring of a voucher', () => <ScoringView voucherId={7} />],
])('%s: a first call that fails is told in its place, with a way on', async (_, page) => {
  vi.stubGlobal('fetch', async () => Response.json({ Message: 'Сервер занят', TraceId: 't' }, { status: 500 }));
  render(
    <Stand>
      <DataProviderContext.Provider value={dataProvider}>{page()}</DataProviderContext.Provider>
    </Stand>,
  );
  expect((await screen.findAllByRole('alert')).at(0)?.textContent).toContain('Сервер занят');
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy();
});

it("a trip's log that fails says why, and is asked for again from there", async () => {
  const trip = { ObjectId: 'o', DateTime: '2026-01-14T10:00:00.000Z', DurationS: 60 } as Trip;
  const answers = [
    Response.json({ Message: 'Сервер занят', TraceId: 't' }, { status: 500 }),
    Response.json({ Items: [], Total: 0 }),
  ];
  const curves = { Samples: 0, Longitudinal: [], Lateral: [], Vertical: [] };
  vi.stubGlobal('fetch', async (url: string) => (url.includes('/curves') ? Response.json(curves) : answers.shift()));
  render(
    <Stand>
      <SampleLog trip={trip} />
    </Stand>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Сервер занят');
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Устройство не передало ни одной строки за эту поездку.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a trend shown as a table tells that its next step failed, and there is no table of nothing', async () => {
  const span = { from: '2026-01-01', to: '2026-01-28' };
  const answers = [
    Response.json({ Items: [{ Date: '2026-01-14', Score: 85, DistanceKm: 40 }] }),
    Response.json({ Message: 'Сервер занят', TraceId: 't' }, { status: 500 }),
    Response.json({ Items: [{ Month: '2026-01', Score: null, DistanceKm: 0 }] }),
  ];
  vi.stubGlobal('fetch', async () => answers.shift());
  const stand = (step: TrendStep) => {
    const state = { step } as PageState;
    return <Trend scoringObject={{ voucherId: 7 }} span={span} state={state} changeState={() => undefined} />;
  };
  const { rerender } = render(stand('days'), { wrapper: Stand });
  const asTable = screen.getByRole('button', { name: 'Таблица: Динамика' });
  expect(asTable.hasAttribute('disabled')).toBe(true);
  await waitFor(() => expect(asTable.hasAttribute('disabled')).toBe(false));
  fireEvent.click(asTable);
  expect(screen.getByRole('rowheader', { name: '14.01.2026' })).toBeTruthy();
  rerender(stand('months'));
  expect((await screen.findByRole('alert')).textContent).toContain('Сервер занят');
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Поездок, которые идут в расчёт, в этот период не было.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
