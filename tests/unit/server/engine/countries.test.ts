import { describe, expect, it } from 'vitest';
import { countryTitles, findCountry } from '../../../../server/engine/countries.ts';

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
