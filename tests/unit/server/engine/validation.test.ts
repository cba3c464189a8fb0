import { expect, it } from 'vitest';
import { bodyCheck } from '../../../../server/engine/validation.ts';

const check = bodyCheck({
  type: 'object',
  required: ['ClientId'],
  properties: { ClientId: { type: 'integer' }, City: { type: 'string' } },
});

it.each([
  ['left out', {}, 'required'],
  ['null', { ClientId: null }, 'required'],
  ['no whole number', { ClientId: 1.5 }, 'integer'],
])('a required id that is %s: said which of the two it is', (_, body, message) => {
  expect(check(body)).toMatchObject([{ field: 'ClientId', message }]);
});

it.each([
  ['ru', 'строкой / числом'],
  ['en', 'text / a number'],
] as const)('a value that may be of two types names both in the language of the reader: %s', (locale, type) => {
  const checkId = bodyCheck({ type: 'object', properties: { Imei: { type: ['string', 'integer'] } } });
  expect(checkId({ Imei: true })(locale)).toMatchObject([{ field: 'Imei', message: 'type', values: { type } }]);
});
