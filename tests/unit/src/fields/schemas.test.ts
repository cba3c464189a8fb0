import { describe, expect, test } from 'vitest';
import { dateRangeSchema, schemaOf } from '../../../../src/fields/schemas.ts';
import { ru } from '../../../../src/i18n/ru/index.ts';
import { type Field, f } from '../../../../src/resources/fields.ts';

/** Fills a message the way the catalogue's provider does. */
const translate = (key: string, values: Record<string, unknown> = {}): string => {
  const text = ru.validation[key.replace('validation.', '') as keyof typeof ru.validation];
  return text.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name]));
};
const faultOf = async (schema: { validate: (value: unknown) => Promise<unknown> }, value: unknown) =>
  schema.validate(value).then(
    () => undefined,
    (error: Error) => error.message,
  );
const fault = (field: Field, value: unknown) => faultOf(schemaOf(field, translate), value);

describe("the specification's messages, word for word", () => {
  test.each<[string, Field, unknown, string]>([
    ['required', f.text({ required: true }), '', 'Поле обязательно для заполнения'],
    ['required number', f.number({ required: true }), '', 'Поле обязательно для заполнения'],
    ['email', f.email(), 'nobody', 'Введите корректный email'],
    ['maximum', f.number({ maximum: 10 }), 11, 'Должно быть меньше, чем 10'],
    ['not a number', f.number(), 'много', 'Должно быть числом'],
    ['not whole', f.number({ identifier: true }), 1.5, 'Должно быть числом'],
    ['not positive', f.number({ identifier: true }), 0, 'Должно быть числом'],
    ['option', f.option(), { Id: '1' }, 'Пожалуйста, выберете один из предложенных вариантов'],
    ['wrong type of an option', f.option(), 'x', 'Должно быть один из вариантов'],
    ['unknown choice', f.status({ choices: ['a'] }), 'b', 'Пожалуйста, выберете один из предложенных вариантов'],
  ])('%s: said as it stands there', async (_, field, value, expected) => {
    expect(await fault(field, value)).toBe(expected);
  });
});

test('what is right passes, and nothing is right where nothing is required', async () => {
  expect(await fault(f.email(), 'a@b.ru')).toBeUndefined();
  expect(await fault(f.imei(), '356938035643809')).toBeUndefined();
  expect(await fault(f.number({ maximum: 10 }), 10)).toBeUndefined();
  expect(await fault(f.dateTime(), null)).toBeUndefined();
  expect(await fault(f.option(), null)).toBeUndefined();
});

test('a range ends neither before its start nor after its bound', async () => {
  const range = dateRangeSchema(translate, new Date('2026-02-01'));
  expect(range.getDefault()).toEqual({ start: null, end: null });
  const day = (text: string) => new Date(text);
  expect(await faultOf(range, { start: day('2026-01-10'), end: day('2026-01-09') })).toBe(
    'Не может быть раньше, чем дата старта',
  );
  expect(await faultOf(range, { start: null, end: day('2026-02-02') })).toBe('Не может быть позже, чем дата окончания');
  expect(await faultOf(range, { start: day('2026-01-10'), end: null })).toBeUndefined();
});
