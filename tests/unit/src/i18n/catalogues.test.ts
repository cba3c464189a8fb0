import { describe, expect, it } from 'vitest';
import { pluralize } from '../../../../src/i18n/count.ts';
import * as enAccident from '../../../../src/i18n/en/extra/accident.ts';
import { client as enClient } from '../../../../src/i18n/en/extra/client.ts';
import { live as enLive } from '../../../../src/i18n/en/extra/live.ts';
import * as enUser from '../../../../src/i18n/en/extra/user.ts';
import * as enVoucher from '../../../../src/i18n/en/extra/voucher.ts';
import * as enWays from '../../../../src/i18n/en/extra/ways.ts';
import { en } from '../../../../src/i18n/en/index.ts';
import * as ruAccident from '../../../../src/i18n/ru/extra/accident.ts';
import { client as ruClient } from '../../../../src/i18n/ru/extra/client.ts';
import { live as ruLive } from '../../../../src/i18n/ru/extra/live.ts';
import * as ruUser from '../../../../src/i18n/ru/extra/user.ts';
import * as ruVoucher from '../../../../src/i18n/ru/extra/voucher.ts';
import * as ruWays from '../../../../src/i18n/ru/extra/ways.ts';
import { ru } from '../../../../src/i18n/ru/index.ts';
import { resources } from '../../../../src/resources/index.ts';
import { publicRoutes } from '../../../../src/routes/publicPages.ts';
import { routeTable } from '../../../../src/routes/table.ts';
import type { Resource } from '../../../../src/schema/define.ts';

const flat = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as object).flatMap(([key, inner]) => flat(inner, path ? `${path}.${key}` : key));

const texts = {
  ru: new Map(flat({ ...ru, ...ruAccident, client: ruClient, live: ruLive, ...ruUser, ...ruVoucher, ...ruWays })),
  en: new Map(flat({ ...en, ...enAccident, client: enClient, live: enLive, ...enUser, ...enVoucher, ...enWays })),
};
const own = (key: string) => !key.startsWith('ra.');
// English has only two of the four forms of a counted text.
const form = /\.(few|many)$/;
const holes = (text: string) => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort();

describe('the catalogues', () => {
  it('hold the same keys', () => {
    const keys = (all: Map<string, string>) => [...all.keys()].filter(key => own(key) && !form.test(key)).sort();
    expect(keys(texts.en)).toEqual(keys(texts.ru));
  });

  it('leave nothing empty', () => {
    for (const all of Object.values(texts))
      expect([...all].filter(([key, text]) => own(key) && text.trim() === '')).toEqual([]);
  });

  it('are told the same facts', () => {
    const differ = [...texts.ru].filter(([key, text]) => {
      const other = texts.en.get(key);
      return own(key) && other !== undefined && holes(text).join() !== holes(other).join();
    });
    expect(differ).toEqual([]);
  });

  it('name every field, every choice and every page', () => {
    const wanted = [
      ...Object.values<Resource>(resources).flatMap(({ name, fields }) => [
        `resources.${name}.name`,
        ...Object.keys(fields).map(field => `resources.${name}.fields.${field}`),
        ...Object.entries(fields).flatMap(([field, { choices = [] }]) =>
          choices.map(choice => `resources.${name}.choices.${field}.${choice}`),
        ),
      ]),
      ...[...Object.keys(publicRoutes), ...routeTable.map(({ title }) => title)].map(title => `routes.${title}`),
      ...routeTable.flatMap(({ topMenu }) => (topMenu ? [`shell.top.${topMenu.title}`] : [])),
      ...routeTable.filter(({ tile }) => tile).map(({ title, tileTitle }) => `dashboard.tiles.${tileTitle ?? title}`),
    ];
    for (const all of Object.values(texts)) expect(wanted.filter(key => !all.has(key))).toEqual([]);
  });

  it('count 21 as 21 in Russian', () => {
    const one = [...texts.ru].filter(([key, text]) => key.startsWith('ra.') && text.includes('||||'));
    expect(one.filter(([, text]) => !text.split('||||')[0]?.includes('%{smart_count}'))).toEqual([]);
  });

  it('keep the words of the specification', () => {
    expect(ru.validation).toMatchObject({
      required: 'Поле обязательно для заполнения',
      email: 'Введите корректный email',
      option: 'Пожалуйста, выберете один из предложенных вариантов',
    });
    expect(ru.shell.profile.logout).toBe('Выйти');
    expect(ruUser.user.key).toMatchObject({
      show: 'Показать ключ',
      hide: 'Скрыть ключ',
      copy: 'Копировать ключ',
      copied: 'Ключ скопирован в буфер обмена',
    });
    expect(ru.shell.top).toMatchObject({ screener: 'Проверки', accidents: 'Происшествия' });
    expect(en.shell.top).toMatchObject({ home: 'Home', screener: 'Screener', accidents: 'Accidents' });
    expect(en.shell.loading).toBe('Please wait...');
    expect(ru.shell.loading).toBe('Пожалуйста, подождите...');
  });
});

const forms: Record<string, string> = {
  'x.one': 'авария',
  'x.few': 'аварии',
  'x.many': 'аварий',
  'x.other': 'аварии',
};
const translate = (key: string, options?: Record<string, unknown>) => `${options?.n} ${forms[key]}`;

describe('a counted text', () => {
  it.each([
    [0, '0 аварий'],
    [1, '1 авария'],
    [2, '2 аварии'],
    [5, '5 аварий'],
    [11, '11 аварий'],
    [12, '12 аварий'],
    [21, '21 авария'],
    [22, '22 аварии'],
    [111, '111 аварий'],
    [1.5, '1,5 аварии'],
    [12345, '12 345 аварий'],
  ])('%d', (n, expected) => {
    expect(pluralize(translate, 'x', n, 'ru').replace(/\s/g, ' ')).toBe(expected);
  });
});
