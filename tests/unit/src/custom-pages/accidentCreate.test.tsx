// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import polyglot from 'ra-i18n-polyglot';
import { DataProviderContext, I18nContextProvider } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccidentCreate } from '../../../../src/custom-pages/accident-create/AccidentCreate.tsx';
import { dataProvider } from '../../../../src/dataProvider/index.ts';
import { accident } from '../../../../src/i18n/ru/extra/accident.ts';
import { ru } from '../../../../src/i18n/ru/index.ts';
import { wallClock, zone } from '../../../../src/settings/zone.ts';
import { dateBox, putDate } from '../fields/dateBox.ts';
import { Stand } from '../layout/frame.tsx';

const voucher = {
  Id: 5,
  VoucherNumber: 'DD-000005',
  ClientName: 'Ёлкина Анна',
  VehicleRegNumber: 'А123ВС77',
  VehicleBrand: 'Kia',
  VehicleModel: 'Rio',
};
const sent = vi.fn();
let fails = 0;
/** Accidents of the same car at about the same time. */
let near: readonly object[] = [];
let failure: object = { Message: 'Позже' };

beforeEach(() => {
  sent.mockClear();
  near = [];
  // Typed times are read in the chosen zone, which is not the browser's.
  zone.apply('Asia/Vladivostok');
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (address.includes('/Voucher/pick')) return Response.json([voucher]);
    if (address.includes('/Accident/near?')) return Response.json(near);
    sent(new Headers(init.headers).get('Idempotency-Key'), JSON.parse(String(init.body)));
    if (fails-- > 0) return Response.json(failure, { status: 503 });
    return Response.json({ Id: 42, ObjectId: 'obj-1' }, { status: 201 });
  });
});
afterEach(() => {
  cleanup();
  zone.apply('');
  vi.unstubAllGlobals();
});

const shownTime = async () => ((await dateBox(/Дата и время/)) as HTMLInputElement).value;

/** The texts that the page loads. Texts of other pages are missing, as they are for a user who opens this page first. */
const pageTexts = polyglot(() => ({ ...ru, accident }) as never, 'ru', [], { allowMissing: true });

const open = async () => {
  const router = createMemoryRouter(
    [
      { path: '/cabinet/accidents/create/', element: <AccidentCreate /> },
      { path: '/cabinet/accidents/opened/:id/:objectId', element: <p>opened</p> },
    ],
    { initialEntries: ['/cabinet/accidents/create/'] },
  );
  render(
    <Stand bare>
      <I18nContextProvider value={pageTexts}>
        <DataProviderContext.Provider value={dataProvider}>
          <RouterProvider router={router} />
        </DataProviderContext.Provider>
      </I18nContextProvider>
    </Stand>,
  );
  // The input loads on demand. Before it, a disabled one without a value keeps its place.
  await waitFor(async () => expect(await shownTime()).not.toBe(''));
  return router;
};
const field = (name: RegExp) => screen.getByLabelText(name);
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Зарегистрировать аварию' }));

describe('reporting an accident', () => {
  it('checks on submit, the first wrong field gets the focus; then on change', async () => {
    await open();
    await putDate(/Дата и время/, '');
    submit();
    await waitFor(() => screen.getByText('Пожалуйста, выберете один из предложенных вариантов'));
    await screen.findByText('Поле обязательно для заполнения');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /Ваучер/ }));
    await putDate(/Дата и время/, '10.01.2026 12:30');
    await waitFor(() => expect(screen.queryByText('Поле обязательно для заполнения')).toBeNull());
    await putDate(/Дата и время/, '10.01.2096 12:30');
    await waitFor(() => screen.getByText('Не может быть позже, чем сейчас'));
    expect(sent).not.toHaveBeenCalled();
  });

  it('checks on blur', async () => {
    await open();
    const day = await dateBox(/Дата и время/);
    fireEvent.focus(day);
    await putDate(/Дата и время/, '');
    fireEvent.blur(day);
    await waitFor(() => screen.getByText('Поле обязательно для заполнения'));
  });

  it('finds a voucher on the server, sends the report once under one key, and opens the accident', async () => {
    fails = 1;
    const router = await open();
    const user = userEvent.setup();
    await user.type(screen.getByRole('combobox', { name: /Ваучер/ }), 'елк');
    await user.click(await screen.findByRole('option', { name: /DD-000005/ }));
    await putDate(/Дата и время/, '10.01.2026 12:30');
    await user.type(field(/Город/), 'Пермь');
    submit();
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    await waitFor(() => screen.getByRole('button', { name: 'Зарегистрировать аварию' }));
    submit();
    await waitFor(() => screen.getByText('opened'));
    const [first, second] = sent.mock.calls;
    expect(first?.[0]).toBeTruthy();
    expect(second).toEqual(first);
    expect(first?.[1]).toEqual({
      VoucherId: 5,
      CrashDateTime: '2026-01-10T02:30:00.000Z',
      Source: 'Звонок клиента',
      City: 'Пермь',
      Claim: true,
    });
    expect(router.state.location.pathname).toBe('/cabinet/accidents/opened/42/obj-1');
  });

  it('begins in the search for the caller, at the present minute, and takes it again after a change', async () => {
    await open();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /Ваучер/ }));
    const minute = /^\d\d\.\d\d\.\d{4} \d\d:\d\d$/;
    expect(await shownTime()).toMatch(minute);
    await putDate(/Дата и время/, '10.01.2020 12:30');
    fireEvent.click(screen.getByRole('button', { name: 'Сейчас' }));
    await waitFor(async () => expect(await shownTime()).not.toContain('2020'));
    expect(await shownTime()).toMatch(minute);
  });

  it('sends the place as coordinates and what was said as a note', async () => {
    await open();
    const user = userEvent.setup();
    await user.type(screen.getByRole('combobox', { name: /Ваучер/ }), 'елк');
    await user.click(await screen.findByRole('option', { name: /DD-000005/ }));
    await user.type(field(/Точка на карте/), 'у моста');
    submit();
    await waitFor(() => screen.getByText(/^Такого места в списке нет/));
    expect(sent).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'На карте' }));
    await screen.findByRole('region', { name: 'Место и запись на карте' });
    await user.clear(field(/Точка на карте/));
    await user.type(field(/Точка на карте/), '55,7558 37,6173');
    await user.type(field(/Что рассказали/), 'Догнал автобус');
    submit();
    await waitFor(() => screen.getByText('opened'));
    expect(sent.mock.calls[0]?.[1]).toMatchObject({ Latitude: 55.7558, Longitude: 37.6173, Note: 'Догнал автобус' });
    expect(sent.mock.calls[0]?.[1]).not.toHaveProperty('Place');
  });

  it('finds a city for the map and the field of the city, but takes no centre of a city for the place', async () => {
    await open();
    const user = userEvent.setup();
    await user.type(screen.getByRole('combobox', { name: /Ваучер/ }), 'елк');
    await user.click(await screen.findByRole('option', { name: /DD-000005/ }));
    // The chosen contract says which car it is, because a client may have several.
    expect(screen.getByText('А123ВС77 Kia Rio')).toBeTruthy();
    await user.type(field(/Точка на карте/), 'Казань, ул. Баумана, 5');
    await user.click(await screen.findByRole('option', { name: 'Казань' }));
    await screen.findByRole('region', { name: 'Место и запись на карте' });
    expect(screen.getByText('Карта открыта на городе: Казань. Выберите точное место.')).toBeTruthy();
    submit();
    await waitFor(() => screen.getByText('opened'));
    expect(sent.mock.calls[0]?.[1]).toMatchObject({ City: 'Казань', Street: 'ул. Баумана, 5' });
    expect(sent.mock.calls[0]?.[1]).not.toHaveProperty('Latitude');
  });

  it('warns of what the same car had half an hour before, and leads there', async () => {
    const CrashDateTime = '2026-01-10T02:00:00.000Z';
    near = [{ Id: 7, ObjectId: 'obj-7', CrashUniqueIdentifier: 100031, CrashDateTime, Status: 'opened' }];
    await open();
    const user = userEvent.setup();
    await user.type(screen.getByRole('combobox', { name: /Ваучер/ }), 'елк');
    await user.click(await screen.findByRole('option', { name: /DD-000005/ }));
    await putDate(/Дата и время/, '10.01.2026 12:30');
    const warning = await screen.findByRole('alert');
    expect(warning.textContent).toContain('Похоже, эта авария уже есть: #100031, 10.01.2026 12:00');
    expect(within(warning).getByRole('link').getAttribute('href')).toBe('/cabinet/accidents/opened/7/obj-7');
  });

  it('names the zone beside the moment, and takes no moment that is still to come there', async () => {
    await open();
    expect(await screen.findByText(/Владивосток/)).toBeTruthy();
    const inHours = (hours: number) =>
      wallClock(new Date(Date.now() + hours * 3_600_000)).replace(/^(\d+)-(\d+)-(\d+)T(\d+:\d+).*/, '$3.$2.$1 $4');
    await putDate(/Дата и время/, inHours(1));
    await waitFor(() => screen.getByText('Не может быть позже, чем сейчас'));
    await putDate(/Дата и время/, inHours(-1));
    await waitFor(() => expect(screen.queryByText('Не может быть позже, чем сейчас')).toBeNull());
  });

  it('puts what the server says of a field under it, and leads to the first', async () => {
    fails = 1;
    failure = {
      Message: 'Проверьте введённые данные',
      Errors: [
        { Field: 'CrashDateTime', Message: 'Ваучер тогда ещё не действовал' },
        { Field: 'City', Message: 'Такого города нет' },
      ],
    };
    await open();
    const user = userEvent.setup();
    await user.type(screen.getByRole('combobox', { name: /Ваучер/ }), 'елк');
    await user.click(await screen.findByRole('option', { name: /DD-000005/ }));
    await putDate(/Дата и время/, '10.01.2026 12:30');
    submit();
    await waitFor(() => screen.getByText('Ваучер тогда ещё не действовал'));
    expect(screen.getByText('Такого города нет')).toBeTruthy();
    const day = await dateBox(/Дата и время/);
    await waitFor(() => expect(document.activeElement).toBe(day));
  });
});
