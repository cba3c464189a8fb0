import { expect, it } from 'vitest';
import { makeBodyCheck } from '../../../../server/engine/validation.ts';
import { fieldMessage } from '../../../../src/contract/messages/index.ts';

const check = makeBodyCheck({
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
  ['ru', 'Должно быть текстом / числом'],
  ['en', 'Must be text / a number'],
] as const)('a value that may be of two types names both in the language of the reader: %s', (locale, text) => {
  const checkId = makeBodyCheck({ type: 'object', properties: { Imei: { type: ['string', 'integer'] } } });
  const [fault] = checkId({ Imei: true });
  expect(fault && fieldMessage(locale, fault.message, fault.values)).toBe(text);
});

it.each([
  ['absent', undefined, 'ru', 'Тело запроса пусто. Отправьте данные в формате JSON'],
  ['null', null, 'en', 'The request has no body. Send the data as JSON'],
  ['an array', [{ ClientId: 1 }], 'ru', 'Тело запроса должно быть объектом JSON'],
  ['a text', 'ClientId', 'en', 'The body of the request must be a JSON object'],
] as const)('a body that is %s is called by its name', (_, body, locale, text) => {
  const [fault] = check(body as never);
  expect(fault && fieldMessage(locale, fault.message, fault.values)).toBe(text);
});
