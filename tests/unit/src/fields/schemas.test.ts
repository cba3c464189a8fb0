import { describe, expect, test } from 'vitest';
import { schemaOf } from '../../../../src/fields/schemas.ts';
import { en } from '../../../../src/i18n/en/index.ts';
import { ru } from '../../../../src/i18n/ru/index.ts';
import { type Field, type FieldKind, f, fieldKinds } from '../../../../src/schema/fields.ts';
import { i18nIn } from '../../../support/i18n.ts';

const catalogues = { ru, en };
const i18n = i18nIn('ru');
const faultOf = async (schema: { validate: (value: unknown) => Promise<unknown> }, value: unknown) =>
  schema.validate(value).then(
    () => undefined,
    (error: Error) => error.message,
  );
const fault = (field: Field, value: unknown) => faultOf(schemaOf(field, i18n), value);

describe("the specification's messages, word for word", () => {
  test.each<[string, Field, unknown, string]>([
    ['required', f.text({ required: true }), '', 'Поле обязательно для заполнения'],
    ['required number', f.number({ required: true }), '', 'Поле обязательно для заполнения'],
    ['email', f.email(), 'nobody', 'Введите корректный email'],
    ['maximum', f.number({ maximum: 10 }), 11, 'Должно быть меньше, чем 10'],
    ['not a number', f.number(), 'много', 'Должно быть числом'],
    ['not whole', f.number({ identifier: true }), 1.5, 'Должно быть числом'],
    ['not positive', f.number({ identifier: true }), 0, 'Должно быть не меньше, чем 1'],
    ['wrong type of a choice', f.status({ choices: ['a'] }), { Id: '1' }, 'Должно быть один из вариантов'],
    ['emptied picker', f.option({ required: true }), null, 'Пожалуйста, выберете один из предложенных вариантов'],
    [
      'no choice',
      f.status({ choices: ['a'], required: true }),
      null,
      'Пожалуйста, выберете один из предложенных вариантов',
    ],
    [
      'no reference',
      f.reference({ targetResource: 'clients', required: true }),
      null,
      'Пожалуйста, выберете один из предложенных вариантов',
    ],
    [
      'half an id',
      f.reference({ targetResource: 'clients' }),
      1.5,
      'Пожалуйста, выберете один из предложенных вариантов',
    ],
    ['id 0', f.reference({ targetResource: 'clients' }), 0, 'Пожалуйста, выберете один из предложенных вариантов'],
    ['wrong type of an id', f.reference({ targetResource: 'clients' }), 'x', 'Должно быть один из вариантов'],
    ['wrong type of a moment', f.dateTime(), 'вчера', 'Должно быть датой'],
    ['wrong shape', f.vin(), 'XYZ', 'В VIN 17 знаков: цифры и латинские буквы, кроме I, O и Q'],
    ['minimum', f.number({ minimum: 2 }), 1, 'Должно быть не меньше, чем 2'],
    ['unknown choice', f.status({ choices: ['a'] }), 'b', 'Пожалуйста, выберете один из предложенных вариантов'],
  ])('%s: said as it stands there', async (_, field, value, expected) => {
    expect(await fault(field, value)).toBe(expected);
  });
});

test('a text that is too long is told in characters, a year that is too far ahead by the last one there is', async () => {
  expect(await fault(f.text({ maxLength: 40 }), 'Ы'.repeat(41))).toBe('Не длиннее 40 знаков');
  const nextYear = new Date().getUTCFullYear() + 1;
  const year = f.number({ yearsAhead: 1 });
  expect(await fault(year, nextYear)).toBeUndefined();
  expect(await fault(year, nextYear + 1)).toBe(`Должно быть меньше, чем ${nextYear}`);
  const made = f.number({ integer: true, identifier: true, yearsAhead: 1 });
  for (const wrong of [2020.5, 'две тысячи']) expect(await fault(made, wrong)).toBe('Должно быть числом');
});

test('what is right passes, and nothing is right where nothing is required', async () => {
  expect(await fault(f.email(), 'a@b.ru')).toBeUndefined();
  expect(await fault(f.imei(), '356938035643809')).toBeUndefined();
  expect(await fault(f.number({ maximum: 10 }), 10)).toBeUndefined();
  expect(await fault(f.dateTime(), null)).toBeUndefined();
  // Dates are null from the start.
  for (const field of [f.date(), f.dateTime()]) expect(await schemaOf(field, i18n).validate(undefined)).toBeNull();
  expect(await fault(f.option(), null)).toBeUndefined();
});

// All kinds of wrong values: another type, a bound, a shape, an empty value.
const bounds = { required: true, maxLength: 3, minimum: 2, maximum: 4, choices: ['a'] } as const;
const wrong: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'long text',
  'a@b',
  '2026-99-99',
  -1,
  1.5,
  1e9,
  Number.NaN,
  true,
  new Date('nonsense'),
  {},
  { Id: 1, Title: 2 },
  { Id: null, Title: null },
  { Id: 'a', Title: {} },
  [],
  [1],
  [1, 2, 3],
  ['a', 'b'],
  [null, undefined],
];
const plain = f as unknown as { readonly [kind: string]: (options: object) => Field };
const variants = (kind: FieldKind): readonly Field[] => {
  const make = plain[kind] as (options: object) => Field;
  const { choices, ...others } = bounds;
  return [bounds, others, {}, { identifier: true }, { ...others, required: false }].map(options => make(options));
};

describe.each(['ru', 'en'] as const)('in %s', locale => {
  test.each(fieldKinds)('every fault of a %s is told in words of the catalogue', async kind => {
    const texts = Object.entries(catalogues[locale].validation).flatMap(([, text]) =>
      typeof text === 'string' ? [text] : Object.values(text),
    );
    const shapes = texts.map(
      text => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/%\{\w+\}/g, '.+')}$`),
    );
    for (const field of variants(kind))
      for (const value of wrong) {
        const message = await faultOf(schemaOf(field, i18nIn(locale)), value);
        if (message === undefined) continue;
        expect(
          shapes.some(shape => shape.test(message)),
          `${kind} ${JSON.stringify(value)}: ${message}`,
        ).toBe(true);
        // The name of the expected type comes from the catalogue too.
        if (locale === 'ru') expect(message.replace(/VIN|IMEI|email|I, O и Q/g, '')).not.toMatch(/[a-z]/i);
      }
  });
});
