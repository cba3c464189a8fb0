// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { maxPeriodDays } from '../../../../src/contract/limits.ts';
import {
  Coverage,
  RecomputeStatus,
  useCompanyProgress,
  useRecompute,
} from '../../../../src/custom-pages/scoring/list/ScoringList.tsx';
import { scoring } from '../../../../src/resources/scoring.ts';
import { CardLines } from '../../../../src/screens/list/ListBody.tsx';
import { Stand } from '../layout/frame.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
beforeAll(() => vi.setConfig({ testTimeout: 20_000 }));

const Seen = () => {
  const { job, start, cancel } = useRecompute();
  return (
    <>
      <output>{job ? `${job.Done} / ${job.Total}` : 'none'}</output>
      <button type="button" onClick={start}>
        start
      </button>
      <button type="button" onClick={cancel}>
        stop
      </button>
    </>
  );
};

it('a recomputing says how far it is until it is over or stopped, also to a page that is opened again', async () => {
  const asked: string[] = [];
  let state = { Id: 7, State: 'running', Done: 3, Total: 9 };
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    asked.push(`${method} ${address}`);
    if (body) {
      const { From, To } = JSON.parse(String(body)) as { From: string; To: string };
      // First and last day count. One day more is refused.
      expect((Date.parse(To) - Date.parse(From)) / 86_400_000 + 1).toBe(maxPeriodDays);
    }
    if (address.endsWith('/cancel')) state = { ...state, State: 'cancelled' };
    return new Response(JSON.stringify(state), { status: 200 });
  });
  const page = (
    <Stand>
      <Seen />
    </Stand>
  );
  const { unmount } = render(page);
  expect(screen.getByText('none')).toBeTruthy();
  fireEvent.click(screen.getByText('start'));
  await screen.findByText('3 / 9');
  unmount();
  render(page);
  await screen.findByText('3 / 9');
  fireEvent.click(screen.getByText('stop'));
  await waitFor(() => screen.getByText('none'));
  expect(asked.filter(call => call.startsWith('POST'))).toEqual([
    'POST /api/v3/scoring/recompute',
    'POST /api/v3/scoring/recompute/7/cancel',
  ]);
});

const CompanyProgress = () => {
  const progress = useCompanyProgress();
  return progress ? <RecomputeStatus progress={progress} onCancel={undefined} /> : <output>none</output>;
};

it('a recomputing that nobody on this page ordered says how far it is and how long it takes, and goes by itself', async () => {
  let state: object = { Done: 1240, Total: 5601, SecondsLeft: 200 };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(state), { status: 200 }));
  render(
    <Stand>
      <CompanyProgress />
    </Stand>,
  );
  await screen.findByText(/^Баллы пересчитываются: 1\s240 из 5\s601 поездки, осталось около 3 минут$/);
  state = { Done: 5590, Total: 5601, SecondsLeft: 1 };
  await screen.findByText(/, осталось меньше минуты$/, {}, { timeout: 10_000 });
  state = { Done: 0, Total: null, SecondsLeft: null };
  await screen.findByText('none', {}, { timeout: 10_000 });
});

it('the list says how many vouchers have a score and why the others have none, and nothing where all have one', async () => {
  let coverage = {
    Vouchers: 12,
    Scored: 8,
    WithAcceleration: 0,
    Sources: { acceleration: 0, receiverSpeed: 8, places: 0, mixed: 0 },
    LeftOut: { NotEnoughData: 2, NotMeasured: 0, NoTrips: 1, NotCounted: 0, Suspended: 1 },
  };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(coverage), { status: 200 }));
  const page = (
    <Stand>
      <Coverage />
    </Stand>
  );
  const { unmount } = render(page);
  await screen.findByText(
    'Балл (за 28 дней) есть у 8 из 12 ваучеров. Без балла: мало данных — 2, не ездили — 1, приостановлены — 1.',
  );
  unmount();
  coverage = { ...coverage, Vouchers: 21, Scored: 17 };
  const other = render(page);
  await screen.findByText(/^Балл \(за 28 дней\) есть у 17 из 21 ваучера\. /);
  other.unmount();
  coverage = { ...coverage, Vouchers: 8, Scored: 8 };
  const all = render(page);
  await waitFor(() => expect(all.container.textContent).toBe(''));
  all.unmount();
  coverage = { ...coverage, Sources: { acceleration: 3, receiverSpeed: 4, places: 0, mixed: 1 } };
  const { container } = render(page);
  await screen.findByText(
    'Баллы сравнимы только между измеренными одинаково: по акселерометру — 3, по скорости GPS — 4, по-разному, несравнимы — 1.',
  );
  expect(container.textContent).not.toContain('Без балла');
});

it('the list counts the vouchers with a score in the period that it shows, and names that period', async () => {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(String(address));
    return new Response(
      JSON.stringify({ Vouchers: 2, Scored: 1, WithAcceleration: 0, Sources: { places: 1 }, LeftOut: { NoTrips: 1 } }),
    );
  });
  const pages = [
    ['', 'period=last28Days', 'за 28 дней'],
    ['?filter={"period":"sinceActivation"}', 'period=sinceActivation', 'с активации'],
    ['?filter={"from":"2026-03-01","to":"2026-03-31"}', 'from=2026-03-01&to=2026-03-31', '01.03.2026 – 31.03.2026'],
  ] as const;
  for (const [address, query, words] of pages) {
    const { unmount } = render(
      <Stand at={`/cabinet/scoring/${address}`}>
        <Coverage />
      </Stand>,
    );
    await screen.findByText(`Балл (${words}) есть у 1 из 2 ваучеров. Без балла: не ездили — 1.`);
    expect(requested.at(-1)).toMatch(new RegExp(`/coverage\\?${query}$`));
    unmount();
  }
});

it('where that is not to be had the list says so, and asks again', async () => {
  let status = 500;
  const coverage = { Vouchers: 2, Scored: 1, WithAcceleration: 0, Sources: { places: 1 }, LeftOut: { NoTrips: 1 } };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(coverage), { status }));
  render(
    <Stand>
      <Coverage />
    </Stand>,
  );
  await screen.findByText('Сколько ваучеров имеют балл, узнать не удалось');
  status = 200;
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  await screen.findByText(/^Балл \(за 28 дней\) есть у 1 из 2 ваучеров\. /);
});

it('a card of the list shows the course of the score beside it, as a row of the table does', async () => {
  const row = { id: 1, Score: 87.5, Trend: [80, null, 90] };
  const { container } = render(
    <Stand>
      <CardLines names={['Score']} row={row} resource={scoring} />
    </Stand>,
  );
  expect(container.querySelector('dd')?.textContent?.trim()).toBe('87,5');
  await waitFor(() => expect(container.querySelector('dd path')?.getAttribute('d')).toMatch(/^M0.*M48/));
});

it('what is counted above the list are vouchers, with a score or without one, as in the words beside it', () => {
  const { one, few, many } = scoring.label.ru;
  expect([one, few, many]).toEqual(['ваучер с поездками', 'ваучера с поездками', 'ваучеров с поездками']);
});
