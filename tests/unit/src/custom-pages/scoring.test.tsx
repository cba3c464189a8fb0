// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { DataProviderContext, I18nContextProvider } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bandColour, bandTextColour, ScoreText } from '../../../../src/components/score/ScoreText.tsx';
import type { ExplainedPeriodFigures } from '../../../../src/contract/shapes/statistics.ts';
import type { TripRow } from '../../../../src/contract/shapes/telemetry.ts';
import { countManoeuvres } from '../../../../src/custom-pages/scoring/overview/FiguresPanel.tsx';
import { ExplanationTable } from '../../../../src/custom-pages/scoring/overview/OverviewPanel.tsx';
import { TrendChart } from '../../../../src/custom-pages/scoring/overview/Trend.tsx';
import { parseSpan, periodFaults, spanForChoice, todayIn } from '../../../../src/custom-pages/scoring/period.ts';
import { PeriodPicker, ScoringView } from '../../../../src/custom-pages/scoring/ScoringView.tsx';
import type { Trip } from '../../../../src/custom-pages/scoring/trip/queries.ts';
import { Exclusion, TripHead } from '../../../../src/custom-pages/scoring/trip/TripPage.tsx';
import { TripTable, tripAddress } from '../../../../src/custom-pages/scoring/trips/TripTable.tsx';
import { changeSearch, parsePageState } from '../../../../src/custom-pages/scoring/usePageState.ts';
import { dataProvider } from '../../../../src/dataProvider/index.ts';
import { addMonths } from '../../../../src/fields/dates/month.ts';
import { i18nIn } from '../../../support/i18n.ts';
import { putDate } from '../fields/dateBox.ts';
import { Stand } from '../layout/frame.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['the present vehicle', '', 'Kia Rio · А111АА77 · ВА-7'],
  ['a former vehicle', '?voucherObjectId=former', 'Lada Vesta, В222ВВ77 · ВА-7'],
])('the heads of the scoring and of a trip of %s name that vehicle', async (_, search, line) => {
  const voucher = {
    ...{
      Id: 7,
      ObjectId: 'present',
      VoucherNumber: 'ВА-7',
      ClientId: 9,
      ClientName: 'Дроздова Анна',
      Status: 'active',
    },
    ...{ VehicleBrand: 'Kia', VehicleModel: 'Rio', VehicleRegNumber: 'А111АА77' },
  };
  const LifeLine = [
    { ObjectId: 'present', Vehicle: 'Kia Rio', VehicleRegNumber: 'А111АА77' },
    { ObjectId: 'former', Vehicle: 'Lada Vesta', VehicleRegNumber: 'В222ВВ77' },
  ];
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('/Voucher/7/device')) return Response.json({ LifeLine });
    if (address.includes('/Voucher/7/')) return Response.json(voucher);
    return Response.json({ Message: 'Сервер занят', TraceId: 't' }, { status: 500 });
  });
  render(
    <Stand at={`/cabinet/scoring/7/${search}`}>
      <DataProviderContext.Provider value={dataProvider}>
        <ScoringView voucherId={7} />
      </DataProviderContext.Provider>
    </Stand>,
  );
  expect(await screen.findByText(line)).toBeTruthy();
  const client = screen.getByRole('link', { name: 'Дроздова Анна' });
  expect(client.getAttribute('href')).toBe('/cabinet/users/clients/9/');
  cleanup();
  const trip = {
    ...{ Id: 3, ObjectId: search ? 'former' : 'present', DateTime: '2026-01-14T10:00:00.000Z', DurationS: 600 },
    ...{ DistanceKm: 5, MeasuredKm: 0, AverageSpeed: 30, MaximumSpeed: null, EventsCount: null, Complication: 20 },
    ...{ NightDurationS: 0, RushDurationS: 0, Score: null },
  } as unknown as Trip;
  render(
    <Stand>
      <DataProviderContext.Provider value={dataProvider}>
        <TripHead scoringObject={{ voucherId: 7 }} trip={trip} />
      </DataProviderContext.Provider>
    </Stand>,
  );
  expect(await screen.findByText(`Дроздова Анна · ${line}`)).toBeTruthy();
  const title = screen.getByRole('heading', { level: 1 }).textContent;
  expect(title).toMatch(/^Поездка 14\.01\.2026 \d\d:00 – \d\d:10$/);
  // One line names the figures that were not measured, and no figure is a dash.
  expect(screen.getByText('Не измерено: Наибольшая скорость, км/ч; Манёвры; Балл')).toBeTruthy();
  expect(screen.queryByText('—')).toBeNull();
});

describe('a period', () => {
  it('ends no earlier than it starts and no later than today', () => {
    const bound = '2026-11-22';
    expect(periodFaults({ from: '2026-11-02', to: '2026-11-01' }, bound)).toEqual({ to: 'notBeforeStart' });
    expect(periodFaults({ from: '2026-11-02', to: '2026-11-23' }, bound)).toEqual({ to: 'notAfterEnd' });
    expect(periodFaults({ from: '2026-11-24' }, bound)).toEqual({ from: 'notAfterEnd' });
    expect(periodFaults({ from: '2026-11-22', to: '2026-11-22' }, bound)).toEqual({});
    expect(periodFaults({ from: '2023-11-18', to: bound }, bound)).toEqual({ from: 'tooLong' });
    expect(periodFaults({ from: '2023-11-19', to: bound }, bound)).toEqual({});
    expect(periodFaults({}, bound)).toEqual({});
  });

  it('of a word ends today; a month begins with its first day', () => {
    expect(spanForChoice('usual', '2026-03-01')).toEqual({ from: '2026-02-02', to: '2026-03-01' });
    expect(spanForChoice('month', '2026-03-15')).toEqual({ from: '2026-03-01', to: '2026-03-15' });
    expect(todayIn('Asia/Vladivostok', new Date('2026-01-14T15:00:00Z'))).toBe('2026-01-15');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
  });

  it('without trips says so, and does not say of each manoeuvre that it is not measured', () => {
    const part = {
      Kind: 'braking',
      Cost: null,
      Weight: 30,
      Rate: null,
      DrawnRate: null,
      CompanyRate: 3,
      Z: null,
      Count: 0,
    };
    const period = (TripsCount: number, Cost: number | null) =>
      ({
        ...{ TripsCount, Score: null, Previous: { From: '2025-12-01', To: '2025-12-31', Score: null } },
        Explanation: { Formula: 1, LeastDistanceKm: 200, Parts: [{ ...part, Cost }] },
      }) as unknown as ExplainedPeriodFigures;
    const shown = (trips: number, cost: number | null = null) => (
      <Stand>
        <ExplanationTable period={period(trips, cost)} addressAfter={() => ''} />
      </Stand>
    );
    const { rerender } = render(shown(0));
    expect(screen.getByText('Поездок, которые идут в расчёт, в этот период не было.')).toBeTruthy();
    expect(screen.queryByText('не измеряется')).toBeNull();
    rerender(shown(1));
    expect(screen.getByText('не измеряется')).toBeTruthy();
    rerender(shown(1, 0.05));
    expect(screen.getByText('−0,1')).toBeTruthy();
    rerender(shown(1, 0.04));
    expect(screen.getByText('0,0')).toBeTruthy();
  });

  it('shows k and φ of each part as the API has them, and that the interval covers chance alone', () => {
    const part = { Cost: 5, Weight: 30, Rate: 3, DrawnRate: 3, CompanyRate: 3, Z: 0.8, Exposure: 6, K: 1.5, Count: 18 };
    const Parts = [
      { ...part, Kind: 'braking', Dispersion: 2.25 },
      { ...part, Kind: 'night', Dispersion: null },
    ];
    const period = {
      ...{ TripsCount: 4, Score: 90, Previous: { From: '2025-12-01', To: '2025-12-31', Score: null } },
      Explanation: { Formula: 1, LeastDistanceKm: 200, Parts },
    } as unknown as ExplainedPeriodFigures;
    render(
      <Stand>
        <ExplanationTable period={period} addressAfter={() => ''} />
      </Stand>,
    );
    expect(
      screen.getByText(/Торможения: k = 1,50 сотни км, φ = 2,25; Езда ночью, % времени: k = 1,50 сотни км\.$/),
    ).toBeTruthy();
    expect(screen.getByText(/ошибок устройства и формулы в интервале нет/)).toBeTruthy();
  });

  it('in an address counts only if it is one', () => {
    const at = (query: string) => parseSpan(new URLSearchParams(query));
    expect(at('from=2026-01-01&to=2026-01-31')).toEqual({ from: '2026-01-01', to: '2026-01-31' });
    for (const wrong of [
      '',
      'from=2026-01-01',
      'from=2026-02-01&to=2026-01-01',
      'from=2026-13-01&to=2026-14-01',
      'from=2001-01-01&to=2026-01-01',
    ])
      expect(at(wrong)).toBeUndefined();
    const wrongIn = (query: string) => parsePageState(new URLSearchParams(query)).hasInvalidSpan;
    expect(['', 'from=2026-01-01&to=2026-01-31'].map(wrongIn)).toEqual([false, false]);
    expect(['from=2026-01-01', 'from=2026-02-01&to=2026-01-01', 'to=x'].map(wrongIn)).toEqual([true, true, true]);
  });

  it('says in the words of the specification what is wrong with it, and is taken once it is right', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') });
    const onChange = vi.fn();
    render(
      <Stand>
        <PeriodPicker span={{ from: '2026-10-26', to: '2026-11-22' }} onChange={onChange} />
      </Stand>,
    );
    const show = screen.getByRole('button', { name: 'Показать' });
    await putDate(/Дата окончания/, '20.10.2026');
    await screen.findByText('Не может быть раньше, чем дата старта');
    expect(show.hasAttribute('disabled')).toBe(true);
    await putDate(/Дата окончания/, '23.11.2026');
    await screen.findByText('Не может быть позже, чем дата окончания');
    fireEvent.submit(screen.getByRole('form', { name: 'Период' }));
    expect(onChange).not.toHaveBeenCalled();
    await putDate(/Дата окончания/, '01.11.2026');
    fireEvent.click(show);
    expect(onChange).toHaveBeenCalledWith({ from: '2026-10-26', to: '2026-11-01' });
    fireEvent.click(screen.getByRole('button', { name: '7 дней' }));
    expect(onChange).toHaveBeenLastCalledWith({ from: '2026-11-16', to: '2026-11-22' });
  });

  it('may end on the day that has begun where the car is, though not yet where it is read', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') });
    render(
      <Stand>
        <PeriodPicker span={{ from: '2026-10-27', to: '2026-11-23' }} onChange={vi.fn()} />
      </Stand>,
    );
    expect(screen.queryByText('Не может быть позже, чем дата окончания')).toBeNull();
    expect(screen.getByRole('button', { name: '28 дней' }).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('what is shown of a voucher’s scoring', () => {
  it('stands in the address, and what is as usual does not', () => {
    const search = new URLSearchParams('voucherObjectId=a-1&tab=trips&part=braking&page=3');
    expect(parsePageState(search)).toEqual({
      tab: 'trips',
      span: undefined,
      hasInvalidSpan: false,
      objectId: 'a-1',
      part: 'braking',
      step: 'days',
      page: 3,
    });
    expect(changeSearch(search, { tab: 'overview', part: undefined }).toString()).toBe('voucherObjectId=a-1');
    const span = { from: '2026-01-01', to: '2026-01-31' };
    expect(parsePageState(changeSearch(search, { span }))).toMatchObject({ span, page: 1, part: 'braking' });
  });

  it('has the calendar’s month, and its day until another month is shown', () => {
    const search = new URLSearchParams('tab=calendar&month=2026-02');
    const chosen = changeSearch(search, { day: '2026-02-11' });
    expect(parsePageState(chosen)).toMatchObject({ month: '2026-02', day: '2026-02-11' });
    expect(changeSearch(chosen, { month: '2026-03' }).toString()).toBe('tab=calendar&month=2026-03');
    expect(changeSearch(chosen, { tab: 'trips' }).toString()).toBe('tab=trips');
    expect(parsePageState(new URLSearchParams('month=2026-13&day=tomorrow'))).toMatchObject({
      month: undefined,
      day: undefined,
    });
  });

  it('keeps the step of the trend when it is shared, and through another tab or period', () => {
    const weeks = changeSearch(new URLSearchParams('part=braking'), { step: 'weeks' });
    expect(parsePageState(weeks)).toMatchObject({ step: 'weeks', part: 'braking' });
    const span = { from: '2026-01-01', to: '2026-01-31' };
    expect(parsePageState(changeSearch(changeSearch(weeks, { span }), { tab: 'trips' })).step).toBe('weeks');
    expect(changeSearch(weeks, { step: 'days' }).toString()).toBe('part=braking');
  });

  it('is the usual where the address says nonsense', () => {
    expect(parsePageState(new URLSearchParams('tab=none&part=none&page=-1'))).toEqual({
      ...{
        tab: 'overview',
        span: undefined,
        hasInvalidSpan: false,
        objectId: undefined,
        part: undefined,
        step: 'days',
        page: 1,
      },
    });
  });

  it('leads to a trip at a moment of it, of the same vehicle', () => {
    expect(tripAddress({ voucherId: 7, objectId: 'a b' }, 12, '2026-01-15T09:30:00.000Z')).toBe(
      '/cabinet/scoring/7/trips/12/?voucherObjectId=a+b&at=2026-01-15T09%3A30%3A00.000Z',
    );
    expect(tripAddress({ voucherId: 7 }, 12)).toBe('/cabinet/scoring/7/trips/12/');
  });
});

it('a trip that no figure has says why', () => {
  const trip = (Id: number, change: object) =>
    ({
      ...{
        Id,
        DateTime: '2026-01-14T10:00:00.000Z',
        Day: '2026-01-14',
        UtcOffsetMinutes: null,
        DurationS: 60,
        DistanceKm: 1,
        EstimatedKm: 0.4,
        AverageSpeed: 60,
        MaximumSpeed: 60,
      },
      ...{ EventsCount: 0, Complication: null, Score: null, Notes: '', Excluded: false, Held: false, Counted: false },
      ...change,
    }) as TripRow;
  const trips = [
    trip(1, { Counted: true }),
    trip(2, { Excluded: true }),
    trip(3, { Held: true, ObjectId: 'a-1' }),
    trip(4, {}),
  ];
  render(
    <Stand>
      <TripTable scoringObject={{ voucherId: 7 }} trips={trips} />
    </Stand>,
  );
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows[0]?.textContent).toContain('оценка 0,4');
  const reasons = [/^$/, /не учтена в балле$/, /не в расчёте: сбой устройства$/, /не в расчёте$/];
  for (const [at, row] of rows.entries()) expect(row.lastElementChild?.textContent).toMatch(reasons[at]!);
  cleanup();
  // The page of the trip shows the same.
  const { container } = render(
    <Stand>
      {trips.map(each => (
        <Exclusion key={each.Id} scoringObject={{ voucherId: 7 }} trip={{ ...each, ExclusionScores: null } as never} />
      ))}
    </Stand>,
  );
  const said = [...container.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
  expect(said).toEqual([
    expect.stringMatching(/^Не учтена в балле/),
    'Поездка не в расчёте: она записана во время сбоя устройства. Сбои этого устройства',
    'Поездка не в расчёте. ',
  ]);
  expect(screen.getByRole('link', { name: 'Сбои этого устройства' }).getAttribute('href')).toBe(
    '/cabinet/screener/faults/?filter=%7B%22ObjectId%22%3A%22a-1%22%7D',
  );
});

it('a trip far from the reader has the time of the clock where it began', () => {
  const DateTime = '2026-01-14T20:00:00.000Z';
  const trip = { Id: 1, DateTime, UtcOffsetMinutes: 600, Notes: '', Counted: true } as TripRow;
  render(
    <Stand>
      <TripTable
        scoringObject={{ voucherId: 7 }}
        trips={[{ ...trip, DurationS: 60, DistanceKm: 1, AverageSpeed: 60 }]}
      />
    </Stand>,
  );
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('местное время 15.01.2026 06:00');
});

describe('a score', () => {
  it('has the colour of no band where it lies between two', () => {
    expect([bandColour('careful'), bandTextColour('careful')]).toEqual(['severity.mini', 'severityText.mini']);
    expect([bandColour('between'), bandTextColour('between')]).toEqual(['chart.quiet', 'text.secondary']);
  });

  it('has its band in words beside the colour; where there is none, a dash and never a zero', () => {
    const shown = (locale: 'ru' | 'en', score: number | null) => (
      <I18nContextProvider value={{ ...i18nIn(locale), changeLocale: async () => undefined, getLocale: () => locale }}>
        <ScoreText score={score} locale={locale} />
      </I18nContextProvider>
    );
    const { container, rerender } = render(shown('ru', 49.6));
    expect(container.textContent).toBe('49,6Рискованный');
    rerender(shown('ru', null));
    expect(container.textContent).toBe('—');
    rerender(shown('en', 0));
    expect(container.textContent).toBe('0.0Risky');
  });
});

it('a period has as many manoeuvres as its trips, bumps among them; an impact is none', () => {
  const counts = {
    Acceleration: 1,
    Braking: 2,
    Cornering: 4,
    DirectionChange: null,
    Speeding: null,
    Bump: 3,
    Impact: 5,
  };
  expect(countManoeuvres(counts)).toBe(10);
  const none = {
    Acceleration: null,
    Braking: null,
    Cornering: null,
    DirectionChange: null,
    Speeding: null,
    Bump: null,
  };
  expect(countManoeuvres({ ...none, Impact: 0 })).toBeNull();
});

describe('the trend chart', () => {
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it('a trend with a lone score shows it', async () => {
    vi.spyOn(window, 'getComputedStyle').mockReturnValue({ width: '600px', height: '300px' } as CSSStyleDeclaration);
    const { container } = render(
      <Stand>
        <TrendChart steps={[{ label: 'a', tick: 'a', score: 85.8, distanceKm: 243 }]} height={300} />
      </Stand>,
    );
    await vi.waitFor(() =>
      expect(container.querySelectorAll('[class*=MarkElement], .MuiLineChart-mark')).toHaveLength(1),
    );
  });

  it('what the library says of a step without a score is said in the language of the page', async () => {
    vi.spyOn(window, 'getComputedStyle').mockReturnValue({ width: '600px', height: '300px' } as CSSStyleDeclaration);
    const { container } = render(
      <Stand>
        <TrendChart
          steps={[
            { label: '1 мая', tick: '1', score: null, distanceKm: 12 },
            { label: '2 мая', tick: '2', score: 85.8, distanceKm: 12 },
          ]}
          height={300}
        />
      </Stand>,
    );
    act(() => container.querySelector<HTMLElement>('[role=none][tabindex="0"]')!.focus());
    // Moves to the first bar, then to the line.
    for (const key of ['ArrowRight', 'ArrowUp']) fireEvent.keyDown(document.activeElement!, { key });
    expect(container.querySelector('[id^=voiceover]')?.textContent).toBe('1 мая; Балл; нет данных');
  });
});
