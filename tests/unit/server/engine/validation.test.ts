import { describe, expect, it } from 'vitest';
import { countryTitles, findCountry } from '../../../../server/engine/countries.ts';
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

describe('the country that a text names', () => {
  it.each([
    ['RU', ['РФ', 'Р.Ф.', 'рф', 'Россия', 'РОССИЯ', 'Российская Федерация', 'Рос. Федерация', 'RF', 'RU', 'ru', 'RUS']],
    [
      'RU',
      ['Russia', 'Russian Federation', 'The Russian Federation', '643', '643 РОССИЯ', 'Россия (RUS)', 'RU - Россия'],
    ],
    [
      'BY',
      ['РБ', 'Беларусь', 'Белоруссия', 'Республика Беларусь', 'Респ. Беларусь', 'Republic of Belarus', 'BLR', '112'],
    ],
    ['KZ', ['Казахстан', 'Республика Казахстан', 'РК', 'KAZ', 'Kazakhstan', '398']],
    ['KG', ['Киргизия', 'Кыргызстан', 'Кыргызская Республика', 'Kyrgyz Republic']],
    ['AM', ['Армения', 'Республика Армения', '051', '51']],
    ['MD', ['Молдова', 'Республика Молдова', 'Молдавия', 'Moldova']],
    ['US', ['США', 'С.Ш.А.', 'U.S.A.', 'Соединенные Штаты Америки', 'Соединённые Штаты']],
    ['CN', ['Китай', 'КНР']],
    ['TR', ['Турция', 'Türkiye', 'Turkiye']],
    ['CI', ['Кот-д’Ивуар', "Кот-д'Ивуар", 'Ivory Coast']],
    ['KR', ['Республика Корея', 'Южная Корея']],
    // Latin letters that look like Russian ones.
    ['RU', ['Pоссия', 'PФ']],
    ['PK', ['PK']],
  ])('is %s for %j', (code, texts) => {
    expect(texts.map(text => [text, findCountry(text)])).toEqual(texts.map(text => [text, code]));
  });

  it.each(['Атлантида', 'Congo', 'Россия, Беларусь', 'Республика', '', '-', '7', '999', 'ru ru by', 'XX'])(
    'is nowhere or not certain for %j',
    text => expect(findCountry(text)).toBeUndefined(),
  );

  it('is found by every title that the cabinet shows', () => {
    for (const locale of ['ru', 'en'] as const)
      for (const [code, title] of Object.entries(countryTitles(locale)))
        expect([title, findCountry(title)]).toEqual([title, code]);
  });
});
