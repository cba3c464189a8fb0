import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { read, utils } from 'xlsx';
import type { Locale } from '../../src/contract/messages/index.ts';
import type { Option } from '../../src/contract/shapes/common.ts';
import { dictionariesOf, titleIn, titlesParameters } from '../../src/dataProvider/dictionary.ts';
import { recordConverter, type WireRecord } from '../../src/dataProvider/request.ts';
import { writeFile } from '../../src/exporters/writers.ts';
import { columnFields, type Resource } from '../../src/schema/define.ts';
import type { TitleOf } from '../../src/schema/kinds/cell.ts';
import { toSheet } from '../../src/screens/list/export/order.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { fileBytes, type List, lists, openWholeCompany, page } from '../support/everyList.ts';

/* A browser exports a list of up to a thousand rows, the server a longer one. The two files must be equal. */

vi.setConfig({ testTimeout: 60_000 });

/** A zone that is not a whole hour from UTC, and not the machine's zone. */
const zone = 'Asia/Kathmandu';
/** A text that a spreadsheet would run, and that CSV would split. */
const formula = '=HYPERLINK("http://x.test";"Ёж, \'ёж\'")';

let app: TestApp;
let calls: { readonly [L in Locale]: Call };
beforeAll(async () => {
  app = await openTestApp(undefined, { jobs: { startHook: 'onReady', heartbeatMs: 200 } });
  const { company, token } = await openWholeCompany(app, formula);
  calls = { ru: app.as(token, 'ru'), en: app.as(token, 'en') };
  await app.given.voucher(company, {
    ...{ car_type_id: 2, fuel_type_id: 1, country: 'DE', city: '@Москва', agent: '-1', branch: 'a\nb' },
    ...{ contract_begin: '2024-02-29', contract_end: '2026-12-31', vip: true, activated_at: '2025-12-31T19:30:00Z' },
  });
  await app.given.voucher(company, { imei: null, activated_at: null, city: '', fuel_type_id: 999 });
  await app.given.accident(company, { latitude: null, longitude: null, severity: null, city: '\t+7' });
});
afterAll(() => app.close());

/** Fetches titles as a page does. */
const titles = async (call: Call, resource: Resource): Promise<TitleOf> => {
  const found = dictionariesOf(resource, columnFields(resource)).map(async name => {
    const { body } = await call(
      'GET',
      `/api/v2/Info/${name}?${new URLSearchParams(Object.entries(titlesParameters(name)).map(([key, value]) => [key, String(value)]))}`,
    );
    return [name as string | undefined, body as readonly Option[]] as const;
  });
  const entries = new Map(await Promise.all(found));
  return ({ dictionary }, id) => titleIn(entries.get(dictionary) ?? [], id);
};

const cellsOf = (bytes: Uint8Array) => {
  const book = read(bytes, { cellNF: true });
  const sheet = book.Sheets[book.SheetNames[0] as string] ?? {};
  const cells = Object.entries(sheet).flatMap(([at, cell]) =>
    at.startsWith('!') ? [] : [[at, { t: cell.t, v: cell.v, z: cell.z, f: cell.f }]],
  );
  return { range: utils.decode_range(sheet['!ref'] as string).e, cells: Object.fromEntries(cells) };
};

describe.each(lists)('$list', list => {
  it.each(['ru', 'en'] as const)('leaves with the same cells from either end, in %s', async locale => {
    const { resource } = list;
    const call = calls[locale];
    const rows = await page(list, call, {});
    expect(rows).not.toEqual([]);
    const records = rows.map(row => recordConverter(resource)(row as WireRecord));
    const reader = { locale, zone, titleOf: await titles(call, resource) };
    const sheet = toSheet(
      { resource, columns: columnFields(resource), displayContext: reader, title: 'T', originLines: [] },
      records,
    );
    // Exports only these rows: the export itself adds a row to the list of exports, and a dictionary has more pages.
    const query = { ids: rows.map(({ Id }) => Id).join() };
    const ofServer = (format: 'csv' | 'xlsx') => fileBytes(list as List, call, format, query, { TimeZone: zone });
    expect((await ofServer('csv')).toString()).toBe(Buffer.from(await writeFile('csv', sheet)).toString());
    expect(cellsOf(await ofServer('xlsx'))).toEqual(cellsOf(await writeFile('xlsx', sheet)));
  });
});
