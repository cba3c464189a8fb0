import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableQuery } from '../../server/engine/table/query.ts';
import { listStatement } from '../../server/engine/table/statement.ts';
import { insurer } from '../../server/insurer.ts';
import { vouchersTable } from '../../server/modules/vouchers/table.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

const rowsOfCompany = 400;
let app: TestApp;
let companyId: number;
let manager: Call;

const letters = [...'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюяABCXYZabcxyz0123456789'];
const signs = [...' -.,()+/@_%\\"\'#Ü'];
const character = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...letters) }, fc.constantFrom(...signs));
const textOf = (minLength: number, maxLength: number) => fc.string({ unit: character, minLength, maxLength });
const names = fc.sample(textOf(1, 40), { numRuns: rowsOfCompany, seed: 1 });
/** Parts of names, and random texts that occur nowhere. */
const terms = [
  ...fc.sample(
    fc.tuple(fc.constantFrom(...names), fc.nat(30), fc.integer({ min: 1, max: 8 })).map(([name, from, length]) => {
      const start = Math.min(from, Math.max(0, name.length - length));
      return name.slice(start, start + length);
    }),
    { numRuns: 120, seed: 2 },
  ),
  ...fc.sample(textOf(1, 4), { numRuns: 40, seed: 3 }),
].filter(term => term.trim() !== '');

beforeAll(async () => {
  app = await openTestApp();
  companyId = await app.given.company();
  manager = app.as((await app.given.account(companyId, 'MANAGER')).token);
  await app.given.voucher(companyId, { client_name: 'Первый' });
  await app.connection.pool.query(
    `insert into voucher (company_id, object_id, number, client_id, vehicle_id, stage, created_at, client_name,
       vehicle_brand, vehicle_model, vin)
     select company_id, 'named-' || n, name || n, client_id, vehicle_id, stage, created_at, name, vehicle_brand,
       vehicle_model, upper(md5(name))
     from voucher, unnest($2::text[]) with ordinality as named(name, n) where company_id = $1`,
    [companyId, names],
  );
});
afterAll(() => app.close());

/**
 * SQL condition: the number contains the text. A text of signs that keys leave out, such as a bracket, is searched
 * unchanged.
 */
const inName = `case when search_key($2) = '' then strpos(number, $2) else strpos(search_key(number), search_key($2)) end > 0`;

const scanned = async (where: string, term: string): Promise<number[]> => {
  const text = `select id from voucher where company_id = $1 and ${where} order by id`;
  const { rows } = await app.connection.pool.query<{ id: number }>(text, [companyId, term]);
  return rows.map(({ id }) => id);
};

const listed = async (parameter: string, term: string) => {
  const { status, body } = await manager(
    'GET',
    `/api/v2/Voucher/table?pageSize=1000&${parameter}=${encodeURIComponent(term)}`,
  );
  expect(status, `${parameter} ${term} ${JSON.stringify(body)}`).toBe(200);
  const ids: number[] = body.Items.map(({ Id }: { Id: number }) => Id);
  expect(body.Total, `${parameter} ${term}`).toBe(ids.length);
  return ids.sort((a, b) => a - b);
};

describe('a list searched by any part of a text', () => {
  it('has the rows that a plain scan finds in a column, and no others', async () => {
    for (const term of terms)
      expect(await listed('VoucherNumber', term.trim()), term).toEqual(await scanned(inName, term.trim()));
  });

  it('has every row that a plain scan finds anywhere', async () => {
    for (const term of terms) {
      const found = new Set(await listed('search', term));
      const plain = await scanned(
        `(search_key($2) <> '' and strpos(search, search_key($2)) > 0) or ${inName}`,
        term.trim(),
      );
      expect(
        plain.filter(id => !found.has(id)),
        term,
      ).toEqual([]);
    }
  });

  it('has a trigram for any three letters, in a database without a locale too', async () => {
    const alphabet = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя';
    const { rows } = await app.connection.pool.query<{ count: number; whole: boolean }>(
      `select count(*), bool_and(cardinality(search_trigrams_inside(search_key(three))) = 1) as whole
         from (select substr($1, at, 3) as three from generate_series(1, length($1) - 2) as at) as every`,
      [alphabet],
    );
    expect(rows).toEqual([{ count: alphabet.length - 2, whole: true }]);
  });
});

describe('a list searched by signs alone', () => {
  const numbered = async (term: string, parameter = 'search') => {
    const ids = await listed(parameter, term);
    const { rows } = await app.connection.pool.query<{ number: string }>(
      'select number from voucher where id = any($1::bigint[])',
      [ids],
    );
    return rows.map(({ number }) => number);
  };

  it.each(['(', ')', '()', '.', ',', '+', '/', '-', '–', '№', '！', '\u200b(', '%', '_', '"'])(
    'has only rows that contain “%s”',
    async term => {
      const sign = term.replace('–', '-').replace('！', '!').replace('\u200b', '');
      const { rows } = await app.connection.pool.query<{ number: string }>(
        `select number from voucher where company_id = $1
           and strpos(concat_ws(' ', number, client_name, reg_number, imei, client_phone, vin), $2) > 0`,
        [companyId, sign],
      );
      const wanted = rows.map(({ number }) => number).sort();
      expect(wanted.length).toBeLessThan(rowsOfCompany);
      expect((await numbered(term)).sort()).toEqual(wanted);
    },
  );

  it.each(['VoucherNumber', 'VoucherNumberBegins', 'VoucherNumberIs'])('and filtered by %s', async parameter => {
    const { rows } = await app.connection.pool.query<{ number: string }>(
      'select number from voucher where company_id = $1',
      [companyId],
    );
    const numbers = await numbered('(', parameter);
    expect(numbers.length).toBeLessThan(rows.length);
    expect(numbers.filter(number => !number.includes('('))).toEqual([]);
  });
});

it('finds a name with an apostrophe, whichever character it is written with', async () => {
  const ids = [];
  for (const client_name of ['О’Коннор Джон', "Д'Артаньян Шарль"])
    ids.push((await app.given.voucher(companyId, { client_name })).id);
  const [connor, artagnan] = ids;
  for (const term of ["О'Коннор", "о'конн", 'О`Коннор', 'ОʼКоннор', "О'Коннор Джон"])
    expect(await listed('search', term), term).toContain(connor);
  for (const term of ['Д’Артаньян', 'д`артаньян']) expect(await listed('search', term), term).toContain(artagnan);
});

describe('a list searched by numbers as people write and paste them', () => {
  const made = ['HH-00501', 'НН-00502', 'TX-00503', 'СОРТ-00504'];
  beforeAll(async () => {
    for (const number of made) await app.given.voucher(companyId, { number });
  });
  const found = async (term: string) => {
    const ids = await listed('search', term);
    const { rows } = await app.connection.pool.query<{ number: string }>(
      'select number from voucher where id = any($1::bigint[]) order by id',
      [ids],
    );
    return rows.map(({ number }) => number);
  };

  it.each([
    ['НН-00501', ['HH-00501']],
    ['HH-00502', ['НН-00502']],
    ['ТХ-00503', ['TX-00503']],
    ['COPT-00504', ['СОРТ-00504']],
    ['ваучер HH-00501', ['HH-00501']],
    ['Номер ваучера: № hh-00501', ['HH-00501']],
    ['voucher no. HH-00501', ['HH-00501']],
    ['«ваучер НН-00501»', ['HH-00501']],
    ['HH-00501 HH-00502', ['HH-00501', 'НН-00502']],
    ['HH-00501, НН-00502; TX-00503', ['HH-00501', 'НН-00502', 'TX-00503']],
    ['ваучеры HH-00501 и СОРТ-00504', ['HH-00501', 'СОРТ-00504']],
    ['HH-00501\tTX-00503', ['HH-00501', 'TX-00503']],
    ['HH-00501, НЕТ-00999', ['HH-00501']],
  ])('%j has %j', async (term, wanted) => expect(await found(term)).toEqual(wanted));
});

describe('signs of the pattern language', () => {
  const made = ['T-17', 'SR_1', 'SRX1', 'QQ_100', 'QQZ100', '50%W', '50YW', 'a\\bW', 'abW', 'Щ_Ж', 'ЩоЖ'];
  beforeAll(async () => {
    // The usual name of a client has a number, which may be the number that a test looks for.
    for (const number of made) await app.given.voucher(companyId, { number, client_name: 'Образцов' });
  });
  const numbersFound = async (term: string, parameter: string) => {
    const { rows } = await app.connection.pool.query<{ number: string }>(
      'select number from voucher where id = any($1::bigint[]) order by id',
      [await listed(parameter, term)],
    );
    return rows.map(({ number }) => number).filter(number => made.includes(number));
  };

  it.each([
    ['SR_1', ['SR_1']],
    ['sr_', ['SR_1']],
    ['QQ_100', ['QQ_100']],
    ['q_1', ['QQ_100']],
    ['50%', ['50%W']],
    ['50%w', ['50%W']],
    ['a\\b', ['a\\bW']],
    ['\\', ['a\\bW']],
    ['Щ_ж', ['Щ_Ж']],
  ])('are no wildcards in “%s”', async (term, wanted) => {
    for (const parameter of ['search', 'VoucherNumber'])
      expect(await numbersFound(term, parameter), parameter).toEqual(wanted);
  });

  it.each([
    ['SR_1', ['SR_1']],
    ['QQ_100', ['QQ_100']],
    ['50%', ['50%W']],
    ['50%w', ['50%W']],
    ['a\\b', ['a\\bW']],
    ['T_17', ['T-17']],
  ])('are exact in the search over all records, too: “%s”', async (term, wanted) => {
    const { Groups } = (await manager('GET', `/api/v3/search?q=${encodeURIComponent(term)}&limit=20`)).body;
    const titles = Groups.flatMap(({ Items }: { Items: { Title: string }[] }) => Items.map(({ Title }) => Title));
    expect(titles.filter((title: string) => made.includes(title))).toEqual(wanted);
  });

  it.each([
    ['SR-1', ['SR_1']],
    ['sr 1', ['SR_1']],
    ['QQ/100', ['QQ_100']],
    ['T_17', ['T-17']],
  ])('separate a number as other signs do: “%s”', async (term, wanted) => {
    expect(await numbersFound(term, 'search')).toEqual(wanted);
  });
});

it.each(['m007mm', 'М007ММ', 'm007mm77', 'Н007НН'])(
  'finds the plate %s, and not every number with its digits',
  async term => {
    const plate = `${term}${term.endsWith('77') ? '' : '77'}`.replace('m007mm', 'М007ММ');
    const { id } = await app.given.voucher(companyId, { reg_number: plate });
    for (const client_phone of ['+79160075643', '+79160077743']) await app.given.voucher(companyId, { client_phone });
    const ids = await listed('search', term);
    const { rows } = await app.connection.pool.query<{ reg_number: string }>(
      'select distinct reg_number from voucher where id = any($1::bigint[])',
      [ids],
    );
    expect(ids).toContain(id);
    expect(rows.map(({ reg_number }) => reg_number)).toEqual([plate]);
  },
);

describe('the index of a search', () => {
  const planOf = async (text: string, values: readonly unknown[]): Promise<readonly string[]> => {
    const client = await app.connection.pool.connect();
    try {
      await client.query('analyze voucher; set enable_seqscan = off; set enable_indexscan = off');
      const explain = `explain (analyze, costs off, timing off) ${text}`;
      const { rows } = await client.query<Record<string, string>>(explain, [...values]);
      return rows.map(row => row['QUERY PLAN'] ?? '');
    } finally {
      client.release(true);
    }
  };

  const indexed = ['accidents', 'vouchers', 'clients', 'devices', 'installationCenters'];
  const searched = Object.values(insurer.registry.tables).filter(({ resource }) => indexed.includes(resource.name));

  it.each(searched)('of $resource.name needs no row compared again', async ({ source }) => {
    const where = 'search_trigrams(search) @> search_trigrams_inside(search_key($1))';
    const plan = (await planOf(`select id from ${source} where ${where}`, ['Иванов'])).join('\n');
    expect(plan).toMatch(/Bitmap Index Scan on \w+_search/);
    expect(plan).not.toMatch(/Rows Removed by Index Recheck/);
  });

  it.each(['Иванов', 'Иванов Сергей', 'ivanov', 'юш', 'xe'])(
    'is all that makes trigrams or pairs for “%s”',
    async text => {
      const reader = { companyId, accountId: 1, roles: ['MANAGER'] as const };
      const { total } = listStatement(tableQuery(vouchersTable, reader, undefined, { search: text }, ''));
      // A company with so few rows is read by its key, so the condition is disabled here.
      const plan = await planOf(total.text.replace('company_id = $1', '$1::bigint > 0'), total.values);
      expect(plan.join('\n')).toMatch(/Bitmap Index Scan on voucher_(search|pairs)/);
      expect(plan.find(line => /^ *Filter:/.test(line))).not.toMatch(/show_trgm|search_pairs/);
    },
  );
});

describe('the trigrams looked for', () => {
  const looked = async (text: string) => {
    const { rows } = await app.connection.pool.query<{ looked: string[]; there: boolean }>(
      `select search_trigrams_inside(search_key($1)) as looked,
         search_trigrams(search_key($1)) @> search_trigrams_inside(search_key($1)) as there`,
      [text],
    );
    return rows[0];
  };

  it('are all of a short word, and hold every letter of a long one', async () => {
    const [short, long] = [await looked('4567890'), await looked('79261234567')];
    expect(short?.looked.sort()).toEqual(['456', '567', '678', '789', '890']);
    expect(long?.looked.sort()).toEqual(['345', '567', '612', '792']);
  });

  it.each(['Иванов Сергей', 'Ёжиков-Петроградский', 'naïveté überstraße', 'ж1ф', 'Константинопольский 0123456'])(
    'of “%s” are some, and of those that its own text has',
    async text => {
      const found = await looked(text);
      expect(found?.looked.length).toBeGreaterThan(0);
      expect(found?.there).toBe(true);
    },
  );
});

describe('a list searched by a number', () => {
  const numbersOf = async (call: string) => {
    const { status, body } = await manager('GET', call);
    expect(status, JSON.stringify(body)).toBe(200);
    return (body.Items ?? body).map(({ VoucherNumber }: { VoucherNumber: string }) => VoucherNumber);
  };
  beforeAll(async () => {
    // The exact number is neither the newest nor the first of any order.
    const others = Array.from({ length: 14 }, (_, i) => `Q-z0${i}`);
    for (const number of [...others.slice(0, 6), 'Q-z0', 'АQ-z0', ...others.slice(6)])
      await app.given.voucher(companyId, { number, client_name: `Образцов ${number}` });
  });

  it.each(['Q-z0', 'q z0', ' qz0 ', '№ Q–Z0'])('has the exact one first for “%s”, whatever the order', async text => {
    const q = encodeURIComponent(text);
    for (const order of ['', '&sort=VoucherNumber-desc', '&sort=VoucherNumber-asc', '&sort=ClientName-desc']) {
      const found = await numbersOf(`/api/v2/Voucher/table?search=${q}${order}`);
      expect([order, found[0], found.length]).toEqual([order, 'Q-z0', 16]);
      expect((await numbersOf(`/api/v2/Voucher/table?pageSize=3&page=1&search=${q}${order}`))[0]).toBe('Q-z0');
      expect(await numbersOf(`/api/v2/Voucher/table?pageSize=3&page=2&search=${q}${order}`)).not.toContain('Q-z0');
      expect((await numbersOf(`/api/v2/Voucher/table?pageSize=1000&search=${q}${order}`))[0]).toBe('Q-z0');
    }
    expect((await numbersOf(`/api/v2/Voucher/pick?search=${q}`))[0]).toBe('Q-z0');
  });

  it('has the exact one first, whatever separators it is stored with', async () => {
    for (const number of ['W 1/2-3/4.5', 'W 12-3456', 'Bw 12345'])
      await app.given.voucher(companyId, { number, client_name: `Образцов ${number}` });
    for (const order of ['', '&sort=VoucherNumber-desc', '&sort=VoucherNumber-asc'])
      expect((await numbersOf(`/api/v2/Voucher/table?search=w12345${order}`))[0]).toBe('W 1/2-3/4.5');
  });

  it('keeps the order of the others', async () => {
    const [, ...found] = await numbersOf('/api/v2/Voucher/table?search=Q-z0&sort=VoucherNumber-asc');
    const [, ...backwards] = await numbersOf('/api/v2/Voucher/table?search=Q-z0&sort=VoucherNumber-desc');
    expect(backwards).toEqual(found.toReversed());
  });
});

describe('a person is found by name, in any order, alphabet and keyboard layout', () => {
  const people = ['Дроздова Анна Борисовна', 'Ковалёв Ян', 'Кузнецова Татьяна', 'Petrenko Yuliya'];
  beforeAll(async () => {
    for (const client_name of people) await app.given.voucher(companyId, { client_name });
    await app.connection.pool.query(
      `insert into client (company_id, last_name, first_name, middle_name)
       select $1, split_part(name, ' ', 1), split_part(name, ' ', 2), split_part(name, ' ', 3)
       from unnest($2::text[]) as name`,
      [companyId, people],
    );
  });

  it.each([
    ['Drozdova Anna', 'Дроздова Анна Борисовна'],
    ['Anna Drozdova', 'Дроздова Анна Борисовна'],
    ['anna borisovna drozdova', 'Дроздова Анна Борисовна'],
    ['Анна Drozdova', 'Дроздова Анна Борисовна'],
    ['Борисовна Дроздова', 'Дроздова Анна Борисовна'],
    ['Anna B. Drozdova', 'Дроздова Анна Борисовна'],
    ['А. Б. Дроздова', 'Дроздова Анна Борисовна'],
    ['A. Drozdova', 'Дроздова Анна Борисовна'],
    ['Fyyf Lhjpljdf', 'Дроздова Анна Борисовна'],
    ['Ян Ковалев', 'Ковалёв Ян'],
    ['Yan Kovalyov', 'Ковалёв Ян'],
    ['Tatiana Kuznetsova', 'Кузнецова Татьяна'],
    ['Юлия Петренко', 'Petrenko Yuliya'],
    ['Gtnhtyrj >kbz', 'Petrenko Yuliya'],
  ])('%s', async (text, name) => {
    const q = encodeURIComponent(text);
    const namesIn = async (call: string) => {
      const { status, body } = await manager('GET', call);
      expect(status, JSON.stringify(body)).toBe(200);
      const shown = JSON.stringify(body)
        .replaceAll('","', ' ')
        .replace(/"\w+Name":"/g, '');
      return people.filter(person => shown.includes(person));
    };
    expect({
      vouchers: await namesIn(`/api/v2/Voucher/table?search=${q}`),
      clients: await namesIn(`/api/v1/Client/table?search=${q}`),
      picker: await namesIn(`/api/v2/Client/pick?search=${q}`),
      header: await namesIn(`/api/v3/search?limit=20&q=${q}`),
    }).toEqual({ vouchers: [name], clients: [name], picker: [name], header: [name] });
  });
});
