// @vitest-environment jsdom
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DataProviderContext, testDataProvider } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as maps from '../../../../src/components/map/PlaceMap.tsx';
import type { Sighting } from '../../../../src/contract/shapes/sighting.ts';
import { QuestionForm } from '../../../../src/custom-pages/screener/QuestionForm.tsx';
import {
  parseQuestion,
  type Question,
  questionFaults,
  toSightingQuery,
} from '../../../../src/custom-pages/screener/question.ts';
import { RuleLinks } from '../../../../src/custom-pages/screener/RuleLinks.tsx';
import { SightingAnswer, SightingSearch } from '../../../../src/custom-pages/screener/ScreenerPage.tsx';
import { parsePlace } from '../../../../src/schema/kinds/coordinates.ts';
import { Stand } from '../layout/frame.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
// There is no WebGL here, and the map does not affect the answer.
beforeEach(() => void vi.spyOn(maps, 'PlaceMap').mockReturnValue(null as never));

const asked: Question = {
  searchBy: 'plate',
  name: ' А123ВС77 ',
  place: '55.7558, 37.6173',
  at: '2026-01-14T10:05:00.000Z',
  minutes: '15',
  radiusM: '100',
};

describe('a question where a car was', () => {
  it('takes a place in the ways people copy it', () => {
    for (const text of [
      '55.7558, 37.6173',
      '55.7558 37.6173',
      '55.7558;37.6173',
      ' 55.7558°, 37.6173° ',
      '55,7558 37,6173',
      '55,7558, 37,6173',
    ])
      expect(parsePlace(text)).toEqual([55.7558, 37.6173]);
    for (const text of ['', 'Москва', '55,7558', '91, 0', '0, 181', '55.7558'])
      expect(parsePlace(text)).toBeUndefined();
  });

  it('names each field that keeps it from being asked', () => {
    expect(questionFaults(asked)).toEqual({});
    expect(questionFaults({ ...asked, name: ' ', place: 'x', at: null, minutes: '121', radiusM: '5' })).toEqual({
      ...{ name: 'required', place: 'place', at: 'required', minutes: 'bounds', radiusM: 'bounds' },
    });
  });

  it('accepts only moments in the past', () => {
    expect(questionFaults(asked, Date.parse(asked.at ?? '') - 1)).toEqual({ at: 'future' });
    expect(questionFaults(asked, Date.parse(asked.at ?? ''))).toEqual({});
  });

  it('begins with what an address asks, and goes to the call by plate or by voucher', () => {
    const question = parseQuestion(new URLSearchParams('voucher=V-7&place=55.7%2C37.6&at=2026-01-14T10:05:00Z'));
    expect(question).toMatchObject({
      searchBy: 'voucher',
      name: 'V-7',
      place: '55.7,37.6',
      at: '2026-01-14T10:05:00Z',
    });
    expect(toSightingQuery(asked)).toEqual({
      ...{ Plate: 'А123ВС77', Latitude: 55.7558, Longitude: 37.6173, At: asked.at, Minutes: 15, RadiusM: 100 },
    });
  });

  it('is not asked until it is whole', () => {
    const onAsk = vi.fn();
    const form = (question: Question) => (
      <Stand>
        <QuestionForm
          question={question}
          onChange={() => undefined}
          onCity={() => undefined}
          onPastPlace={() => undefined}
          onAsk={onAsk}
          busy={false}
        />
      </Stand>
    );
    const { rerender } = render(form({ ...asked, place: 'где-то' }));
    fireEvent.click(screen.getByRole('button', { name: 'Спросить' }));
    expect(screen.getByText(/^Такого места в списке нет: в нём города России от 100/)).toBeTruthy();
    expect(onAsk).not.toHaveBeenCalled();
    // Inputs have the limits of the server.
    const longest = () => screen.getAllByRole('textbox').map(each => each.getAttribute('maxlength'));
    expect(longest()).toContain('20');
    rerender(form({ ...asked, searchBy: 'voucher' }));
    expect(longest()).toContain('60');
    rerender(form(asked));
    fireEvent.click(screen.getByRole('button', { name: 'Спросить' }));
    expect(onAsk).toHaveBeenCalledOnce();
  });

  it('takes a city in any layout, with a radius of its size until another point is named', async () => {
    render(
      <Stand at="/?plate=А123ВС77&at=2026-01-14T10:05:00.000Z">
        <SightingSearch isForCase={false} />
      </Stand>,
    );
    const readBox = (role: string, name: RegExp) => (screen.getByRole(role, { name }) as HTMLInputElement).value;
    const user = userEvent.setup();
    await user.type(screen.getByRole('combobox', { name: /^Место/ }), 'rfpf{Enter}');
    expect(readBox('combobox', /^Место/)).toBe('55.79000, 49.12000');
    expect(screen.getByText('Центр города: Казань.')).toBeTruthy();
    expect(readBox('textbox', /^Радиус/)).toBe('9000');
    expect(screen.getByText('По размеру города: Казань. Можно изменить.')).toBeTruthy();
    await user.clear(screen.getByRole('combobox', { name: /^Место/ }));
    expect(readBox('textbox', /^Радиус/)).toBe('100');
    expect(screen.queryByText(/^По размеру города/)).toBeNull();
    await user.type(screen.getByRole('combobox', { name: /^Место/ }), 'Тула');
    await user.tab();
    expect(readBox('combobox', /^Место/)).toBe('54.19000, 37.62000');
    await user.clear(screen.getByRole('textbox', { name: /^Радиус/ }));
    await user.type(screen.getByRole('textbox', { name: /^Радиус/ }), '500');
    await user.type(screen.getByRole('combobox', { name: /^Место/ }), '1');
    expect(readBox('textbox', /^Радиус/)).toBe('500');
  });

  it('takes the address of a past accident, which two accidents name once', async () => {
    const row = { City: 'Москва', Street: 'улица Покровка, д. 33', Latitude: 55.761717, Longitude: 37.64912 };
    const nowhere = { ...row, Street: 'улица Покровка, д. 40', Latitude: null, Longitude: null };
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(decodeURIComponent(address));
      return Response.json({ Items: [row, nowhere, row], Total: 3 });
    });
    render(
      <Stand at="/?plate=А123ВС77">
        <SightingSearch isForCase={false} />
      </Stand>,
    );
    const user = userEvent.setup();
    const place = screen.getByRole('combobox', { name: /^Место/ }) as HTMLInputElement;
    await user.type(place, 'покровка');
    await user.click(await screen.findByRole('option', { name: 'Москва, улица Покровка, д. 33' }));
    expect(screen.queryByRole('option')).toBeNull();
    expect(place.value).toBe('55.76172, 37.64912');
    expect(asked.filter(address => address.includes('search=покровка'))).toHaveLength(1);
    await user.clear(place);
    await user.type(place, 'Тула');
    await user.tab();
    expect(place.value).toBe('54.19000, 37.62000');
    expect(asked.filter(address => address.includes('search=Тула'))).toEqual([]);
  });

  it('takes place and time from a case by its number, and the car only where none is named', async () => {
    const hit = { Kind: 'accident', Id: '9', Title: '100060' };
    const found = { Latitude: 55.6, Longitude: 37.72, CrashDateTime: '2026-01-14T10:05:00Z', VoucherNumber: 'V-7' };
    vi.stubGlobal('fetch', async (address: string) =>
      Response.json(address.includes('/search?') ? { Groups: [{ Kind: 'accident', Items: [hit] }] } : found),
    );
    const onChange = vi.fn();
    const form = (name: string) => (
      <Stand>
        <QuestionForm
          question={{ ...asked, name }}
          onChange={onChange}
          onCity={() => undefined}
          onPastPlace={() => undefined}
          onAsk={() => undefined}
          busy={false}
        />
      </Stand>
    );
    const { rerender } = render(form(''));
    const fill = (caseNumber: string) => {
      fireEvent.change(screen.getByRole('textbox', { name: 'Номер аварии' }), { target: { value: caseNumber } });
      fireEvent.click(screen.getByRole('button', { name: 'Подставить' }));
    };
    const placeAndTime = { place: '55.60000, 37.72000', at: '2026-01-14T10:05:00Z' };
    fill(' #100060 ');
    await waitFor(() => expect(onChange).toHaveBeenCalledOnce());
    expect(onChange).toHaveBeenLastCalledWith({ ...placeAndTime, searchBy: 'voucher', name: 'V-7' });
    rerender(form('А123ВС77'));
    fill('100060');
    await waitFor(() => expect(onChange).toHaveBeenCalledTimes(2));
    expect(onChange).toHaveBeenLastCalledWith(placeAndTime);
    // A number that the search finds only in part is another case.
    fill('10006');
    await screen.findByText('Аварии с таким номером нет.');
    expect(onChange).toHaveBeenCalledTimes(2);
  });
});

const seen = {
  At: '2026-01-14T10:05:00.000Z',
  Latitude: 55.75,
  Longitude: 37.6,
  SpeedKmh: 40,
  DistanceM: 12,
  UncertaintyM: 15,
  Interpolated: false,
};
const sighting: Sighting = {
  VoucherId: 7,
  VoucherNumber: 'V-7',
  ClientName: 'Иванов Иван',
  VehicleRegNumber: 'А123ВС77',
  Vehicle: 'Kia Rio',
  ObjectId: 'o-7',
  From: '2026-01-14T09:50:00.000Z',
  To: '2026-01-14T10:20:00.000Z',
  Verdict: 'there',
  Nearest: seen,
  AtMoment: seen,
  Before: seen,
  After: null,
  Gaps: [],
  Fixes: 1800,
  RecordedS: 1799,
  Track: [],
};

describe('the answer', () => {
  const show = (change: Partial<Sighting>, leads = true) =>
    render(
      <Stand>
        <SightingAnswer sighting={{ ...sighting, ...change }} radiusM={100} mayOpenVoucher={leads} />
      </Stand>,
    );

  it('says in words how near and how sure, and what was not recorded', () => {
    show({});
    expect(screen.getByRole('heading', { name: 'Да, был там' })).toBeTruthy();
    expect(screen.getByText(/ближе всего 12 м ± 15 м,/)).toBeTruthy();
    expect(screen.getByText('не записано')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Скоринг ваучера' }).getAttribute('href')).toBe(
      '/cabinet/scoring/7/?voucherObjectId=o-7',
    );
  });

  it('claims no whole record where some of it is missing', () => {
    show({ Verdict: 'away', RecordedS: 60 }, false);
    expect(screen.getByText('Даже за незаписанное время автомобиль не успел бы туда и обратно.')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('names the silences in which it could have come', () => {
    show({ Verdict: 'open', Gaps: [{ From: '2026-01-14T10:00:00.000Z', To: '2026-01-14T10:04:00.000Z' }] });
    expect(screen.getByText('Когда мог побывать незамеченным')).toBeTruthy();
  });

  it('stands beside its own question only', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ Items: [sighting] }));
    render(
      <Stand at="/?plate=А123ВС77&place=55.7558,37.6173&at=2026-01-14T10:05:00.000Z">
        <SightingSearch isForCase={false} />
      </Stand>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Спросить' }));
    expect(await screen.findByRole('heading', { name: 'Да, был там' })).toBeTruthy();
    const place = screen.getByRole('combobox', { name: /^Место/ });
    fireEvent.change(place, { target: { value: '59.93, 30.31' } });
    expect(screen.queryByRole('heading', { name: 'Да, был там' })).toBeNull();
    expect(screen.getByText('Вопрос изменён: прежний ответ не о нём.')).toBeTruthy();
    fireEvent.change(place, { target: { value: '55.7558, 37.6173' } });
    expect(screen.getByRole('heading', { name: 'Да, был там' })).toBeTruthy();
  });

  it('that nobody knows such a car is an answer, which no message tells once more', async () => {
    const Message = 'No such vehicle';
    vi.stubGlobal('fetch', async () => Response.json({ Message, ErrorCode: 'NotFound' }, { status: 404 }));
    const failed = vi.fn();
    const client = new QueryClient({ mutationCache: new MutationCache({ onError: failed }) });
    render(
      <Stand at="/?plate=А123ВС77&place=55.7558,37.6173&at=2026-01-14T10:05:00.000Z">
        <QueryClientProvider client={client}>
          <SightingSearch isForCase={false} />
        </QueryClientProvider>
      </Stand>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Спросить' }));
    expect(await screen.findByText('Такого автомобиля в компании нет')).toBeTruthy();
    expect(failed).not.toHaveBeenCalled();
  });
});

it('filters that people saved say when they did not come, and are asked for again', async () => {
  let status = 500;
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('filtertemplates')) return Response.json([]);
    return Response.json(status === 500 ? { Message: '' } : [{ Id: 5, Name: 'Мои' }], { status });
  });
  render(
    <Stand>
      <RuleLinks />
    </Stand>,
  );
  await screen.findByText('Сохранённые фильтры не загрузились');
  status = 200;
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Мои' })).toHaveLength(3));
  expect(screen.queryByText('Сохранённые фильтры не загрузились')).toBeNull();
});

it('a check that could not be counted says so on its card, still leads to its list, and is counted again from there', async () => {
  let works = false;
  const getList = async (resource: string, { filter }: { filter: { Kind?: string } }) => {
    if (resource === 'anomalies' && filter.Kind === 'silence' && !works) throw new Error('busy');
    return { data: [], total: 12 };
  };
  vi.stubGlobal('fetch', async () => Response.json([]));
  render(
    <Stand>
      <DataProviderContext.Provider value={{ ...testDataProvider(), getList: getList as never }}>
        <RuleLinks />
      </DataProviderContext.Provider>
    </Stand>,
  );
  const again = await screen.findByRole('button', { name: 'Повторить: Нет данных от устройства' });
  expect(screen.getByRole('link', { name: 'Нет данных от устройства' })).toBeTruthy();
  works = true;
  fireEvent.click(again);
  expect(await screen.findByRole('link', { name: /^Нет данных от устройства\s*12$/ })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
