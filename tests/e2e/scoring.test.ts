import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { check } from '../support/axe.ts';
import { addressOf, gone, openCabinet, phone, see, walkTo } from '../support/browser.ts';
import { hardDrive } from '../support/drives.ts';
import { focusOn, tabTo } from '../support/keyboard.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet();
const manager = 'manager@demo.drivedesk';
const dayMs = 86_400_000;

interface Car {
  readonly Id: number;
  readonly ObjectId: string;
  readonly VoucherNumber: string;
  readonly VehicleRegNumber: string;
  readonly IMEI: string;
}
let car: Car;
let other: Car;
/** Time that the drives take, with some time to spare, ms. */
const nightMs = 3 * 3_600_000;
// Three in the morning in Moscow, when most cars of the demo stand.
const startMs = (Math.floor(Date.now() / dayMs) - 2) * dayMs;

cabinet.prepare(async () => {
  const { get } = await signInTo(cabinet.server.address, manager);
  const table = await get('/api/v2/Voucher/table?pageSize=30&sort=VoucherNumber-asc');
  const { Items } = (await table.json()) as { Items: Car[] };
  const cars = Items.filter(({ IMEI, VehicleRegNumber }) => IMEI && VehicleRegNumber);
  const hasDriven = async ({ ObjectId }: Car): Promise<boolean> => {
    const moment = (ms: number) => new Date(ms).toISOString();
    const span = `from=${moment(startMs - dayMs)}&to=${moment(startMs - dayMs + nightMs)}`;
    const nextSpan = `from=${moment(startMs)}&to=${moment(startMs + nightMs)}`;
    const fixes = await Promise.all(
      [span, nextSpan].map(async each => (await get(`/api/locations?objectId=${ObjectId}&${each}`)).json()),
    );
    return fixes.some(each => (each as readonly unknown[]).length > 0);
  };
  // The demo's own drives must not mix with these. Where they are depends on the hour in which the demo was made.
  const standing: Car[] = [];
  for (const each of cars) if (!(await hasDriven(each))) standing.push(each);
  [car, other] = standing as [Car, Car];
  // Two drives of 180 km each, so that there is a score independent of the demo's data. One drive has acceleration.
  for (const [at, withAcceleration] of [true, false].entries()) {
    const drive = hardDrive(startMs - at * dayMs, 110, {
      brakingEveryS: 120 + at * 30,
      latitude: 55.75 + at / 10,
      withAcceleration,
    });
    const sent = await fetch(`${cabinet.server.address}/api/statistic/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer demo-platform-key' },
      body: JSON.stringify({ MessageId: `scoring-${at}`, Imei: car.IMEI, ...drive }),
    });
    expect(sent.status).toBe(200);
  }
});

/** Returns the id of the newest trip with manoeuvres. The demo's newest trip may have none. */
const tripWithManoeuvres = async (): Promise<number> => {
  const { get } = await signInTo(cabinet.server.address, manager);
  const list = await get(`/api/v2/StatisticSummingTrip/list?objectId=${car.ObjectId}&pageSize=10`);
  const { Items } = (await list.json()) as { Items: { Id: number; EventsCount: number | null }[] };
  const trip = Items.find(({ EventsCount }) => EventsCount);
  expect(trip).toBeDefined();
  return trip?.Id as number;
};

describe('scoring', () => {
  it('leads from the list to a voucher, a part of its score, a trip; the trip is left out and brought back', async () => {
    const page = await cabinet.open({ as: manager });
    await page.goto(`/cabinet/scoring/?q=${car.VoucherNumber}`);
    await page.getByRole('searchbox').fill(car.VoucherNumber);
    await page.getByRole('link', { name: `Открыть: ${car.VoucherNumber}` }).click({ position: { x: 2, y: 2 } });
    await see(
      page
        .getByRole('link', { name: `Ваучер ${car.VoucherNumber}` })
        .or(page.getByText(`Ваучер ${car.VoucherNumber}`))
        .first(),
    );
    await expect.poll(() => addressOf(page)).toBe(`/cabinet/scoring/${car.Id}/`);

    // The parts sum to 100 − score.
    const dial = page.getByRole('img', { name: /^Балл [\d,]+ из 100/ });
    const sum = page.getByText(/^100 − [\d,]+ = [\d,]+$/);
    const text = (value: number) => value.toFixed(1).replace('.', ',');
    await expect
      .poll(async () => {
        const score = Number(/[\d,]+/.exec((await dial.getAttribute('aria-label')) ?? '')?.[0]?.replace(',', '.'));
        return (await sum.textContent()) === `100 − ${text(100 - score)} = ${text(score)}`;
      })
      .toBe(true);
    await check(page, 'the score of a voucher');

    // The head of the voucher's page has the same score, and leads back.
    const shown = /[\d,]+/.exec((await dial.getAttribute('aria-label')) ?? '')?.[0];
    await page.getByRole('link', { name: 'Карточка ваучера' }).click();
    await page.getByRole('link', { name: new RegExp(`^Балл за 28 дней ${shown} `) }).click();
    await expect.poll(() => addressOf(page)).toBe(`/cabinet/scoring/${car.Id}/`);

    // The keyboard focus is visible in a chart too.
    await page.getByRole('button', { name: 'Таблица: Динамика' }).focus();
    await page.keyboard.press('Tab');
    await see(page.locator('.MuiChartsSurface-root:has(> :focus-visible)'));
    const chart = page.locator('.MuiChartsSurface-root').first();
    expect(await chart.evaluate(drawn => getComputedStyle(drawn).outlineStyle)).toBe('solid');

    // The address holds the period, and the back button returns to the previous one.
    await page.getByRole('button', { name: '7 дней' }).click();
    await see(page.getByRole('button', { name: '7 дней', pressed: true }));
    await expect.poll(() => addressOf(page)).toMatch(/\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
    await page.goBack();
    await see(page.getByRole('button', { name: '28 дней', pressed: true }));

    await page.getByRole('link', { name: 'Показать поездки: Торможения' }).click();
    const braking = page.getByRole('region', { name: /^Торможения: \d+$/ }).first();
    await see(braking);
    await expect.poll(() => addressOf(page)).toBe(`/cabinet/scoring/${car.Id}/?tab=trips&part=braking`);
    await braking.getByRole('link').first().click();
    await see(page.getByRole('heading', { level: 1, name: /^Поездка / }));
    await expect.poll(() => addressOf(page)).toMatch(/\/trips\/\d+\/\?at=/);

    // The selected manoeuvre matches the clock. The raw log has the columns of the specification.
    const list = page.getByRole('region', { name: /^Манёвры: \d+$/ });
    await see(list.locator('[aria-current=true]'));
    const log = page.getByRole('table', { name: 'Данные акселерометра' });
    for (const name of [
      'Скорость, км/ч',
      'Дата и время',
      'Координаты',
      'Зажигание',
      'Акселерометр, g',
      'Продольное, g',
      'Поперечное, g',
      'Вертикальное, g',
    ])
      await see(log.getByRole('columnheader', { name }));
    await see(log.getByRole('cell', { name: 'вкл' }).first());
    await check(page, 'a trip');

    await page.getByRole('textbox', { name: 'Заметка' }).fill('не я');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await see(page.getByText('Заметка сохранена'));

    await page.getByRole('button', { name: 'Не учитывать в балле' }).click();
    const dialog = page.getByRole('dialog', { name: 'Не учитывать поездку в балле?' });
    await dialog.getByRole('button', { name: 'Не учитывать в балле' }).click();
    await see(dialog.getByText('Поле обязательно для заполнения'));
    await dialog.getByRole('button', { name: 'За рулём был не клиент' }).click();
    await dialog.getByRole('button', { name: 'Не учитывать в балле' }).click();
    await gone(dialog);
    await see(page.getByText('Не учтена в балле: За рулём был не клиент'));
    // The focus moves to the button that undoes the exclusion.
    await focusOn(page, page.getByRole('button', { name: 'Учитывать снова' }));
    await page.reload();
    const both = page.getByText(/^Балл за всё время с поездкой: [\d,]+\. Без неё: [\d,]+$/);
    const [, withIt] = /с поездкой: ([\d,]+)\./.exec((await both.textContent()) ?? '') ?? [];
    await page.getByRole('button', { name: 'Учитывать снова' }).click();
    await see(page.getByText(`Поездка снова в балле за всё время: ${withIt}`));
    await focusOn(page, page.getByRole('button', { name: 'Не учитывать в балле' }));
  });

  it('a kind of manoeuvre is chosen by the keys, which do not go on into the menu that closes', async () => {
    const page = await cabinet.open({ as: manager });
    await page.route('**/api/v3/scoring/manoeuvres*', () => undefined);
    await page.goto(`/cabinet/scoring/${car.Id}/?tab=trips`);
    const kind = page.getByRole('combobox', { name: 'Манёвры' });
    await kind.focus();
    await page.keyboard.press('Enter');
    await see(page.getByRole('option', { name: 'Торможения' }));
    await page.keyboard.press('ArrowDown');
    // Duration of a real key press. The fade of a menu takes several times as long.
    await page.keyboard.press('Enter', { delay: 40 });
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).not.toBe('option');
  });

  it('gives its trips to a file with all rows and the columns of the table', async () => {
    const page = await cabinet.open({ as: manager });
    await page.goto(`/cabinet/scoring/${car.Id}/?tab=trips`);
    const table = page.getByRole('main').getByRole('table');
    await see(table.getByRole('row').nth(1));
    const heading = (await page.getByRole('heading', { level: 2, name: /^Поезд/ }).textContent()) ?? '';
    await page.getByRole('button', { name: /^Выгрузить: / }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^CSV/ }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    const [titles = [], ...lines] = parse(text, { bom: true, delimiter: ';' }) as string[][];
    expect(String(lines.length)).toBe(/\d+/.exec(heading)?.[0]);
    // The page shows both speeds in one column.
    const heads = (await table.getByRole('columnheader').allTextContents()).filter(head => !/скорость/i.test(head));
    expect(heads.filter(head => head && !titles.some(title => title.startsWith(head)))).toEqual([]);
    expect(titles.filter(title => /скорость/i.test(title))).toHaveLength(2);
  });

  it('gives the figures of its charts, of the calendar and of the comparisons to files', async () => {
    const page = await cabinet.open({ as: manager });
    const exportTable = async (title: string) => {
      await page.getByRole('button', { name: `Выгрузить: ${title}`, exact: true }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: /^CSV/ }).click(),
      ]);
      const text = await readFile(await download.path(), 'utf8');
      return parse(text, { bom: true, delimiter: ';' }) as string[][];
    };
    await page.goto(`/cabinet/scoring/${car.Id}/?step=days`);
    await page
      .getByRole('button', { name: /^Таблица: / })
      .first()
      .click();
    const shown = page.getByRole('region', { name: 'Динамика' }).getByRole('table');
    await see(shown);
    const cellsShown = await shown.getByRole('row').nth(1).locator('th, td').allTextContents();
    const trend = await exportTable('Динамика');
    expect(trend).toHaveLength(await shown.getByRole('row').count());
    expect(trend[1]?.[0]).toBe(cellsShown[0]);
    await page.goto(`/cabinet/scoring/${car.Id}/?tab=calendar`);
    await see(page.getByRole('region', { name: 'Календарь' }).getByRole('button', { name: /балл/ }).first());
    const days = await exportTable('Календарь');
    expect(days.length - 1).toBeGreaterThanOrEqual(28);
    await page.goto(`/cabinet/scoring/${car.Id}/?tab=comparison`);
    const sides = await exportTable('Компания');
    expect(sides).toHaveLength(3);
  });

  it('has none of a voucher that is not there, or of a vehicle of another one', async () => {
    const page = await cabinet.open({ as: manager });
    const missing = page.getByRole('heading', { level: 1, name: 'Такого ваучера или автомобиля нет' });
    await page.goto('/cabinet/scoring/999999/');
    await see(missing);
    await walkTo(page, '/cabinet/users/');
    await gone(missing);
    await walkTo(page, `/cabinet/scoring/${car.Id}/?voucherObjectId=${other.ObjectId}`);
    await see(missing);
  });
});

describe('by the keyboard alone', () => {
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

  it('a period is chosen, its days and their trips are reached, and comparisons as a table', async () => {
    const page = await cabinet.open({ as: manager });
    const press = (key: string) => page.keyboard.press(key);
    const since = new Date(Date.now() - 100 * dayMs).toISOString().slice(0, 10);
    const month = new Date(startMs).toISOString().slice(0, 7);
    await page.goto(`/cabinet/scoring/${car.Id}/`);
    await see(page.getByRole('img', { name: /^Балл [\d,]+ из 100/ }));
    await tabTo(page, page.getByRole('link', { name: 'Перейти к содержанию' }), 1);
    await press('Enter');
    await tabTo(page, page.getByRole('textbox', { name: 'Дата старта' }), 4);
    await page.keyboard.type(since.split('-').reverse().join(''));
    await tabTo(page, button(page, 'Показать'), 8);
    await press('Enter');
    await expect.poll(() => addressOf(page)).toContain(`from=${since}`);
    // The presets are one tab stop. Arrow keys move between them.
    await tabTo(page, button(page, '7 дней'), 4);
    await press('ArrowRight');
    await focusOn(page, button(page, '28 дней'));
    await press('Space');
    await see(page.getByRole('button', { name: '28 дней', pressed: true }));
    await focusOn(page, button(page, '28 дней'));

    const tabs = page.getByRole('navigation', { name: 'Разделы скоринга' });
    await tabTo(page, tabs.getByRole('link', { name: 'Календарь' }), 6);
    await press('Enter');
    await expect.poll(() => addressOf(page)).toContain('tab=calendar');
    await page.goto(`/cabinet/scoring/${car.Id}/?tab=calendar&month=${month}`);
    const days = page.getByRole('region', { name: 'Календарь' });
    await see(days.getByRole('button', { name: /км/ }).first());
    await tabTo(page, page.getByRole('link', { name: 'Перейти к содержанию' }), 1);
    await press('Enter');
    await tabTo(page, button(page, 'Предыдущий месяц'), 20);
    const shown = await days.getByRole('heading').textContent();
    await press('Enter');
    await expect.poll(() => days.getByRole('heading').textContent()).not.toBe(shown);
    await focusOn(page, button(page, 'Предыдущий месяц'));
    await tabTo(page, button(page, 'Следующий месяц'), 1);
    await press('Enter');
    await expect.poll(() => days.getByRole('heading').textContent()).toBe(shown);
    const day = days.getByRole('button', { name: /балл [\d,]+, / }).first();
    await see(day);
    await tabTo(page, day, 4);
    await press('Enter');
    await see(days.getByRole('button', { pressed: true }));
    await focusOn(page, day);
    const trip = page.getByRole('region', { name: /^Поездки \d/ }).getByRole('link');
    await tabTo(page, trip.first(), 40);

    await tabTo(page, tabs.getByRole('link', { name: 'Где ездит' }), 50, 'Shift+Tab');
    await press('Enter');
    await see(page.getByRole('region', { name: 'Где автомобиль бывал чаще' }));
    await tabTo(page, tabs.getByRole('link', { name: 'Сравнения' }), 1);
    await press('Enter');
    const table = button(page, 'Таблица: Дни недели');
    await see(table);
    await expect.poll(() => table.isEnabled()).toBe(true);
    await tabTo(page, table, 30);
    await press('Space');
    await see(page.getByRole('rowheader', { name: 'понедельник' }));
  });

  it('a trip is gone through on its clock, its log scrolled, itself left out and brought back', async () => {
    const page = await cabinet.open({ as: manager });
    const press = (key: string) => page.keyboard.press(key);
    await page.goto(`/cabinet/scoring/${car.Id}/?tab=trips`);
    const trip = page
      .getByRole('region', { name: 'Поездки' })
      .locator(`a[href*="/trips/${await tripWithManoeuvres()}/"]`);
    await see(trip.first());
    await tabTo(page, page.getByRole('link', { name: 'Перейти к содержанию' }), 1);
    await press('Enter');
    await tabTo(page, trip.first(), 60);
    await press('Enter');
    await see(page.getByRole('heading', { level: 1, name: /^Поездка / }));
    await focusOn(page, page.getByRole('main'));
    const list = page.getByRole('region', { name: /^Манёвры: \d+$/ });
    await see(list.getByRole('button').first());
    await tabTo(page, list.getByRole('button').first(), 30);
    await press('Enter');
    await see(list.locator('[aria-current=true]'));
    const slider = page.getByRole('slider', { name: 'Момент записи' });
    await see(slider);
    const moment = () => slider.inputValue();
    const found = await moment();
    // A hard drive has more than fifty manoeuvres in its list.
    await tabTo(page, slider, 120);
    await press('ArrowRight');
    await expect.poll(moment).not.toBe(found);
    await tabTo(page, page.getByRole('textbox', { name: 'Заметка' }), 12);
    const log = page.getByRole('group', { name: 'Данные акселерометра' });
    await tabTo(page, log, 6);
    await press('PageDown');
    await expect.poll(() => log.evaluate(box => box.scrollTop)).toBeGreaterThan(100);

    const exclude = button(page, 'Не учитывать в балле');
    await tabTo(page, exclude, 120, 'Shift+Tab');
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Не учитывать поездку в балле?' });
    await focusOn(page, dialog.getByRole('textbox'));
    await tabTo(page, dialog.getByRole('button', { name: 'За рулём был не клиент' }), 8, 'Shift+Tab');
    await press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Не учитывать в балле' }), 8);
    await press('Enter');
    const restore = button(page, 'Учитывать снова');
    await see(restore);
    await gone(dialog);
    // The pressed button is gone. The focus is on the button that undoes it.
    await focusOn(page, restore);
    await press('Enter');
    await focusOn(page, exclude);
  });

  it('“was it there?” is asked and answered', async () => {
    const page = await cabinet.open({ as: manager });
    const press = (key: string) => page.keyboard.press(key);
    const { Positions } = hardDrive(startMs, 110, { brakingEveryS: 120 });
    await page.goto(`/cabinet/screener/?at=${new Date(startMs + 600_000).toISOString()}`);
    const plate = page.getByRole('textbox', { name: 'Госномер' });
    await see(plate);
    await tabTo(page, button(page, 'По госномеру'), 60);
    await press('ArrowRight');
    await press('Space');
    await see(page.getByRole('button', { name: 'По номеру ваучера', pressed: true }));
    const voucher = page.getByRole('textbox', { name: 'Номер ваучера' });
    await tabTo(page, voucher, 2);
    await page.keyboard.type(car.VoucherNumber);
    await tabTo(page, page.getByRole('combobox', { name: /^Место/ }), 2);
    await page.keyboard.type(`${Positions[600]?.Latitude}, ${Positions[600]?.Longitude}`);
    await tabTo(page, button(page, 'Спросить'), 12);
    await press('Enter');
    const answer = page.getByRole('article', { name: 'Да, был там' });
    await see(answer);
    await focusOn(page, button(page, 'Спросить'));
    await tabTo(page, answer.getByRole('link', { name: 'Скоринг ваучера' }), 12);
  });
});

describe('the portfolio above the list of scores', () => {
  it('has the numbers of the list, and a band of it narrows the list to exactly its vouchers', async () => {
    const page = await cabinet.open({ as: manager });
    await page.goto('/cabinet/scoring/');
    await page.getByRole('button', { name: 'Портфель' }).click();
    const portfolio = page.getByRole('region', { name: 'Портфель', exact: true });
    const careful = portfolio.getByRole('row', { name: /^Аккуратный/ });
    await see(careful);
    const countOf = async () => Number((await careful.getByRole('cell').first().textContent())?.replace(/\D/g, ''));
    const count = await countOf();
    expect(count).toBeGreaterThan(0);
    await careful.getByRole('link').click();
    await see(page.getByText(new RegExp(`^Найдено: ${count} ваучер`)));
    // The other bands stay in sight, and a second press shows all vouchers again.
    await see(portfolio.getByRole('row', { name: /^На границе/ }));
    await see(careful.locator('[aria-current]'));
    expect(await countOf()).toBe(count);
    await careful.getByRole('link').click();
    await gone(careful.locator('[aria-current]'));

    await portfolio.getByRole('button', { name: 'Филиал' }).click();
    const branch = portfolio.getByRole('row', { name: /^Химки/ });
    await see(branch);
    const vouchers = await branch.getByRole('cell').first().textContent();
    await branch.getByRole('link').click();
    await see(page.getByText(new RegExp(`^Найдено: ${vouchers} ваучер`)));
    const download = page.waitForEvent('download');
    await portfolio.getByRole('button', { name: /^Выгрузить: Портфель/ }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    const rows = parse(await readFile(await (await download).path()), {
      bom: true,
      delimiter: ';',
      relax_column_count: true,
    });
    expect(rows.flat().join('|')).toContain('Химки');
    await check(page, 'portfolio');
  });

  it('has a list of the contracts that end soon, which leads to their scores', async () => {
    const page = await cabinet.open({ as: manager });
    await page.goto('/cabinet/dashboard/');
    const figure = page.getByRole('link', { name: /^за 90 дней: \d/ });
    await see(figure);
    const count = /\d+$/.exec((await figure.getAttribute('aria-label')) ?? '')?.[0];
    await figure.click();
    await see(page.getByRole('columnheader', { name: /Балл до того/ }));
    await see(page.getByText(new RegExp(`^Найдено: ${count} продлен`)));
    await page.goto('/cabinet/cards/');
    await page.getByRole('link', { name: /^Продления/ }).click();
    await see(page.getByRole('columnheader', { name: /Балл до того/ }));
    const first = page.getByRole('table').getByRole('link').first();
    expect(await first.getAttribute('href')).toMatch(/^\/cabinet\/scoring\/\d+\/$/);
    await check(page, 'renewals');
  });
});

describe('the portfolio', () => {
  it('is worked out anew from the list, and its progress is told until it is over', async () => {
    // The smaller company of the demo has a fifth of the trips.
    const page = await cabinet.open({ as: 'other@demo.drivedesk' });
    await page.goto('/cabinet/scoring/');
    const start = page.getByRole('button', { name: 'Пересчитать баллы' });
    await start.click();
    const told = page.getByText(/^(Пересчёт в очереди…|Баллы пересчитываются: [\d\s]+ из [\d\s]+ поезд(ки|ок).*)$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Пересчитать баллы' }).click();
    await see(told);
    // Together: it goes by itself after some seconds.
    await Promise.all([
      gone(told),
      see(page.getByText(/^Оценки пересчитаны\. \d\d\.\d\d\.\d{4} – \d\d\.\d\d\.\d{4}$/)),
    ]);
    await expect.poll(() => start.isEnabled()).toBe(true);
  });

  it('has filters kept for the list of scores among the checks, and they lead to what they find', async () => {
    const page = await cabinet.open({ as: manager });
    await page.goto(`/cabinet/scoring/?filter=${encodeURIComponent(JSON.stringify({ Band: 'risky' }))}`);
    const found = page.getByText(/^Найдено: /);
    const text = await found.textContent();
    await page.getByRole('button', { name: 'Виды' }).click();
    await page.getByRole('menuitem', { name: 'Сохранить как новый вид' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Название' }).fill('На беседу');
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
    await gone(page.getByRole('dialog'));
    await walkTo(page, '/cabinet/screener/');
    await page.getByRole('link', { name: 'На беседу' }).click();
    await see(page.getByText('Группа: Рискованный'));
    await expect.poll(() => found.textContent()).toBe(text);
  });
});

describe('“was it there?”', () => {
  /** Position of the drive at its 600th second. */
  const at = new Date(startMs + 600_000);
  const ask = async (page: Awaited<ReturnType<typeof cabinet.open>>) => {
    const { Positions } = hardDrive(startMs, 110, { brakingEveryS: 120 });
    const place = `${Positions[600]?.Latitude}, ${Positions[600]?.Longitude}`;
    await page.goto(`/cabinet/screener/?plate=${car.VehicleRegNumber}&place=${place}&at=${at.toISOString()}`);
    await page.getByRole('button', { name: 'Спросить' }).click();
  };

  it('is answered with how near and how sure, and leads on; the checks above lead to their lists', async () => {
    const page = await cabinet.open({ as: manager });
    await ask(page);
    const answer = page.getByRole('article', { name: 'Да, был там' });
    await see(answer.getByText(/ближе всего 0 м ± 15 м, /));
    await check(page, 'an answer');
    await see(answer.getByRole('link', { name: 'Скоринг ваучера' }));
    await page.getByRole('link', { name: /^Нет данных от устройства/ }).click();
    await see(page.getByRole('navigation', { name: 'Навигационная цепочка' }).getByText('Сбои устройств'));
    await expect.poll(() => addressOf(page)).toContain('/cabinet/screener/faults/?filter=');
  });

  it('is asked about a city by its name, typed in the wrong layout with the keyboard alone', async () => {
    const page = await cabinet.open({ as: manager, size: phone });
    await page.goto(`/cabinet/screener/?plate=${car.VehicleRegNumber}&at=${at.toISOString()}`);
    const place = page.getByRole('combobox', { name: /^Место/ });
    await see(place);
    await tabTo(page, place, 80);
    await page.keyboard.type('ул. Тверская, 7');
    await see(page.getByText(/^Такого места в списке нет/));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('vjcrd');
    await see(page.getByRole('option', { name: 'Москва' }));
    await page.keyboard.press('Enter');
    await see(page.getByText('Центр города: Москва.'));
    await see(page.getByText('По размеру города: Москва. Можно изменить.'));
    expect(await page.getByRole('textbox', { name: /^Радиус/ }).inputValue()).toBe('29000');
    await check(page, 'a city as the place');
    await tabTo(page, page.getByRole('button', { name: 'Спросить' }), 12);
    await page.keyboard.press('Enter');
    await see(page.getByRole('article', { name: 'Да, был там' }));
  });

  it('has its checks in two columns on a phone', async () => {
    const page = await cabinet.open({ as: manager, size: phone });
    await page.goto('/cabinet/screener/');
    const checks = page.getByRole('region', { name: 'Готовые проверки' }).getByRole('link');
    await see(checks.nth(5));
    const boxes = await Promise.all([0, 1, 2].map(async index => checks.nth(index).boundingBox()));
    expect(boxes[1]?.y).toBe(boxes[0]?.y);
    expect(boxes[2]?.x).toBe(boxes[0]?.x);
  });

  it('is answered on a phone between the question and the map', async () => {
    const page = await cabinet.open({ as: manager, size: phone });
    await ask(page);
    const topOf = async (part: ReturnType<typeof page.locator>) => (await part.boundingBox())?.y ?? Number.NaN;
    const answer = page.getByRole('article', { name: 'Да, был там' });
    await see(answer);
    expect(await topOf(answer)).toBeGreaterThan(await topOf(page.getByRole('button', { name: 'Спросить' })));
    expect(await topOf(answer)).toBeLessThan(await topOf(page.getByLabel('Место и запись на карте')));
  });

  it('is for an operator about the case in hand alone', async () => {
    const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
    await ask(page);
    await see(page.getByRole('status').getByRole('alert'));
    expect(await page.getByText('Готовые проверки').count()).toBe(0);
  });
});
