import { describe, expect, it } from 'vitest';
import { searchKeyOf } from '../../../../../server/engine/search/matching/keys.ts';
import { searchTexts } from '../../../../../server/engine/search/matching/queryText.ts';
import { f } from '../../../../../src/schema/fields.ts';
import type { Field } from '../../../../../src/schema/kinds/field.ts';
import { normaliseIdentifier } from '../../../../../src/schema/kinds/imei.ts';
import { initialsOf, nameWords, readFullName } from '../../../../../src/schema/kinds/personName.ts';
import { dialled, normalisePhone, readablePhone } from '../../../../../src/schema/kinds/phone.ts';
import { tidy, uniformSpelling } from '../../../../../src/schema/kinds/plain.ts';
import { faultOf, parseValue, warningOf } from '../../../../../src/schema/kinds/rules.ts';
import { alphabetWarning } from '../../../../../src/schema/kinds/text.ts';

const judged = (text: string, field: Field) => [
  parseValue(text, field),
  faultOf(parseValue(text, field), field)?.message,
];

describe('a text copied from messengers, contacts and PDFs', () => {
  it.each([
    ['\u202a+7\u00a0931\u2009209\u201187\u201341\u202c', '+7 931 209-87-41'],
    ['\u200e７９３１２０９８７４１', '79312098741'],
    ['DD\u2212000123\ufeff', 'DD-000123'],
    ['А\u00ad123\u2060ВС\u300077', 'А123ВС 77'],
    ['٧٩٣١', '7931'],
    ['Серге\u0438\u0306', 'Сергей'],
    ['Ива\u0301нов', 'Иванов'],
    ['№\u00a05', '№ 5'],
  ])('%j is %s in plain spelling', (text, spelling) => expect(uniformSpelling(text)).toBe(spelling));

  it.each([
    ['\ufeffИванов\u00a0Иван\u200e', 'Иванов Иван'],
    ['Салтыков\u2011Щедрин', 'Салтыков-Щедрин'],
    ['Сергеи\u0306', 'Сергей'],
    ['первая\nвторая\tтретья — конец', 'первая\nвторая\tтретья — конец'],
    ['первая\r\nвторая\rтретья', 'первая\nвторая\nтретья'],
    ['семья 👨‍👩‍👧 и ❤️', 'семья 👨‍👩‍👧 и ❤️'],
    ['می‌خواهم', 'می‌خواهم'],
    ['Иванов\u061c Иван\u180e', 'Иванов Иван'],
    ['\u3164\u115f', ''],
    ['\u2800\u061c', ''],
  ])('%j is stored as %j', (text, stored) => expect(tidy(text)).toBe(stored));

  it.each([
    ['Иванов\tИван', 'Иванов Иван'],
    ['ООО\r\n «Ромашка»\n', 'ООО «Ромашка»'],
    ['ул. Мира\u20285\v\f', 'ул. Мира 5'],
    ['два  пробела', 'два  пробела'],
  ])('%j is stored in a field of one line as %j', (text, stored) => {
    expect(parseValue(text, { kind: 'text', maxLength: 100 })).toBe(stored);
    expect(parseValue(text, { kind: 'option' })).toBe(stored);
  });

  it('keeps tabs and line breaks in a field of several lines, and in a password', () => {
    const text = 'Причина:\n\tзамена';
    expect(parseValue(text, { kind: 'text', maxLength: 500 })).toBe(text);
    expect(parseValue(text, { kind: 'text', secret: true })).toBe(text);
  });
});

describe('the one spelling of a phone', () => {
  it.each([
    ['\u202a+7 931 209-87-41\u202c', '+7 931 209-87-41'],
    ['+7 931 209‑87‑41', '+7 931 209-87-41'],
    ['‎79312098741', '79312098741'],
    ['+7 931 209–87–41', '+7 931 209-87-41'],
    ['tel:+79312098741', '+79312098741'],
    ['tel:%2B7%20931%20209-87-41', '+7 931 209-87-41'],
    ['https://wa.me/79312098741', '79312098741'],
    ['тел. 8 (931) 209-87-41', '8 (931) 209-87-41'],
    ['Моб.: +7 931 209-87-41', '+7 931 209-87-41'],
    ['📞 +7 931 209-87-41', '+7 931 209-87-41'],
    ['+7 931 209-87-41 (моб.)', '+7 931 209-87-41'],
    ['+7 931 209-87-41;', '+7 931 209-87-41'],
    ['№ 8-931-209-87-41', '8-931-209-87-41'],
    ['+ 7 931 209 87 41', '+7 931 209 87 41'],
    ['(+7) 931 209 87 41', '+7 931 209 87 41'],
    ['＋７（９３１）２０９－８７－４１', '+7(931)209-87-41'],
    ['8 (495) 123-45-67 доб. 123', '8 (495) 123-45-67 доб. 123'],
    ['8 (495) 123-45-67, доб 123', '8 (495) 123-45-67 доб. 123'],
    ['84951234567 (доб. 123)', '84951234567 доб. 123'],
    ['8 495 123-45-67 вн.12', '8 495 123-45-67 доб. 12'],
    ['+7 495 123 45 67 ext 5', '+7 495 123 45 67 доб. 5'],
    ['+7 495 123 45 67 x5', '+7 495 123 45 67 доб. 5'],
    ['tel:+74951234567;ext=123', '+74951234567 доб. 123'],
    ['+74951234567,,123', '+74951234567 доб. 123'],
    ['+74951234567#123', '+74951234567 доб. 123'],
    ['WhatsApp +79312098741', '+79312098741'],
    ['Viber: +79312098741', '+79312098741'],
    ['+79312098741 (Telegram)', '+79312098741'],
    ['whatsapp://send?phone=79312098741', '79312098741'],
    ['https://api.whatsapp.com/send?phone=79312098741&text=hi', '79312098741'],
    ['sip:+79312098741@sip.example.com', '+79312098741'],
    ['0079312098741', '+79312098741'],
    ['+7/931/209-87-41', '+7 931 209-87-41'],
    ['TEL;TYPE=CELL:+79312098741', '+79312098741'],
    ['tel:+79312098741;phone-context=example.com', '+79312098741'],
    ['skype:+79312098741?call', '+79312098741'],
    ['https://t.me/+79312098741', '+79312098741'],
    ['007 931 209-87-41', '+7 931 209-87-41'],
    ['79312098741.0', '79312098741'],
    ['+79312098741.00', '+79312098741'],
    ['89312098741,0', '89312098741'],
    ['89312098741,00', '89312098741'],
    ['8 (931) 209-87-41,0', '8 (931) 209-87-41'],
    ['тел. 9312098741,0;', '9312098741'],
    ['tel:+79312098741,0', '+79312098741'],
    ['2098741,0', '2098741'],
    ['375.29.123.45.00', '375.29.123.45.00'],
    ['84951234567,10', '84951234567 доб. 10'],
    ['84951234567 доб. 0', '84951234567 доб. 0'],
    ['факс 8 495 123-45-67', '8 495 123-45-67'],
    ['+7 495 123-45-67 p12', '+7 495 123-45-67 доб. 12'],
  ])('%j is %s', (text, stored) => {
    expect(judged(text, f.phone())).toEqual([stored, undefined]);
    // A stored phone stays the same when it is sent back.
    expect(judged(stored, f.phone())).toEqual([stored, undefined]);
  });

  it.each([
    '1234',
    'позвонить маме',
    '+7 931 209-87-41 Анна',
    '8 931 209-87-41, 8 921 555-55-55',
    '8 931 209-87-41/8 921 555-55-55',
    '8 495 123-45-67/68',
    '++7 931 209 87 41',
    'тел.',
    '—',
  ])('%j is none', text => expect(judged(text, f.phone())[1]).toBe('phone'));

  it.each(['+7 916 123', '+7 916 123-45-6', '+7 (916) 123-45-678', '+7 495 123-45-67 123', '+ 7 916 12 34 56'])(
    '%s has not the eleven digits of a number with +7',
    text => expect(judged(text, f.phone())[1]).toBe('phoneLength'),
  );

  it.each(['+7 727 250-00-00', '+375 29 123-45-6', '+1 650 253 0000', '+44 20 7946 0958', '+49 30 1234', '112-35'])(
    '%s may be one of another country',
    text => expect(judged(text, f.phone())[1]).toBeUndefined(),
  );

  it.each(['8 916 123-45-6', '8 916 123-45-678', '916 123-45-678'])('%s looks like a slip, and is taken', text => {
    expect(judged(text, f.phone())[1]).toBeUndefined();
    expect(warningOf(text, f.phone())?.message).toBe('phoneLength');
  });

  it('is read and dialled with its extension', () => {
    expect(readablePhone('84951234567 доб. 123', 'ru')).toBe('+7 495 123-45-67 доб. 123');
    expect(readablePhone('84951234567 доб. 123', 'en')).toBe('+7 495 123-45-67 ext. 123');
    expect(readablePhone('+44 20 7946 0958 доб. 5', 'en')).toBe('+44 20 7946 0958 ext. 5');
    expect(normalisePhone(readablePhone('+7 495 123-45-67 доб. 123', 'en'))).toBe('+7 495 123-45-67 доб. 123');
    expect(dialled('8 (495) 123-45-67 доб. 123')).toBe('84951234567,123');
  });
});

describe('the one spelling of a code', () => {
  it.each([
    ['А 123 ВС | 77 RUS', 'А123ВС77'],
    ['a123bc77rus', 'А123ВС77'],
    ['А123ВС 77 РУС', 'А123ВС77'],
    ['А123ВС77🇷🇺', 'А123ВС77'],
    ['А‑123‑ВС–177', 'А123ВС177'],
    ['\u200eА123ВС77\u200e', 'А123ВС77'],
    ['Ａ１２３ＢＣ７７', 'А123ВС77'],
    ['№ А123ВС/77', 'А123ВС77'],
    ['«А123ВС77»', 'А123ВС77'],
    ['г/н А123ВС77', 'А123ВС77'],
    ['Гос. номер: а123вс77', 'А123ВС77'],
    ['госзнак № А123ВС77 RUS', 'А123ВС77'],
    ['ГРЗ А123ВС77', 'А123ВС77'],
    ['WBX\u00a01234', 'WBX1234'],
    ['123RUS02', '123RUS02'],
    ['(А123ВС77)', 'А123ВС77'],
    ['А123ВС77;', 'А123ВС77'],
    ['А123ВС77 (RU)', 'А123ВС77'],
    ['А123ВС 77 рег.', 'А123ВС77'],
    ['Г.Н. А123ВС77', 'А123ВС77'],
    ['номер: А123ВС77', 'А123ВС77'],
    ['номер машины А123ВС77', 'А123ВС77'],
    ['номерной знак А123ВС77', 'А123ВС77'],
    ['№А123ВС77', 'А123ВС77'],
    ['а/м А123ВС77', 'А123ВС77'],
    ['ТС А123ВС77', 'А123ВС77'],
    ['ТС 1234 77', 'ТС123477'],
    ['reg. no A123BC77', 'А123ВС77'],
    ['Licence plate: A123BC77', 'А123ВС77'],
  ])('plate %j is %s', (text, stored) => expect(judged(text, f.plate())).toEqual([stored, undefined]));

  it.each([
    ...['г.н.з.', 'Г.Р.З.:', 'грз', 'ГНЗ', 'г/н', 'г\\н', 'г. н. №', 'г/з', 'гн', 'гос.ном.', 'гос. ном', 'гос.№'],
    ...['Гос-номер', 'госномер', 'гос.знак:', 'гос. рег. знак', 'гос.рег.номер', 'рег.ном.', 'регистрационный знак'],
    ...['государственный номер', 'Государственный регистрационный знак №'],
  ])('plate with “%s” before it is the plate alone, in a search too', label => {
    for (const gap of label.endsWith('.') || label.endsWith('№') ? ['', ' '] : [' ']) {
      const text = `${label}${gap}а123вс77`;
      expect(judged(text, f.plate()), text).toEqual(['А123ВС77', undefined]);
      expect(searchTexts(text), text).toEqual(['А123ВС77']);
    }
  });

  it.each([
    ['123ABC02', ['KZ 123ABC02', '123 ABC 02 KZ', 'kz|123abc|02', '123АВС02 КЗ', '🇰🇿 123ABC02', '123ABC02 (KZ)']],
    ['123AB02', ['KZ123AB02', '123AB02KAZ']],
    ['1234AB7', ['BY 1234 AB-7', '1234 АВ-7 BY', '1234AB7 РБ', 'ВУ 1234АВ7', '(BY) 1234 AB-7', '🇧🇾1234AB-7']],
    ['AI12345', ['BY AI 1234-5', 'AI1234-5 BLR']],
    ['34OO567', ['AM 34 OO 567', '34OO567 ARM', '34ОО567 (АМ)', '🇦🇲34OO567']],
    ['123AB45', ['AM 123 AB 45']],
    ['01123ABC', ['KG 01 123 ABC', '01KG123ABC', '01 KG 123 ABC', '01123ABC KGZ', 'КГ 01 123 АВС']],
    ['01A123BC', ['UZ 01 A 123 BC', '01A123BC UZ', '01 А 123 ВС УЗ', '01A123BC UZB', '🇺🇿 01A123BC']],
    ['25123ABC', ['UZ 25 123 ABC']],
  ])('plate %s has no mark of its country, in a form and in a search', (stored, texts) => {
    for (const text of [stored, ...texts]) {
      expect(judged(text, f.plate()), text).toEqual([stored, undefined]);
      expect(searchTexts(text).map(searchKeyOf), text).toEqual([searchKeyOf(stored)]);
    }
  });

  it.each([
    ['123KZ02', '123KZ02'],
    ['123AKZ02', '123AKZ02'],
    ['01123AKG', '01123AKG'],
    ['KZ12345', 'KZ12345'],
    ['BY AB 1234', 'BYAB1234'],
    ['WBY 1234', 'WBY1234'],
  ])('plate %s has the letters of a mark in its number, and keeps them', (text, stored) =>
    expect(judged(text, f.plate())[0]).toBe(stored),
  );

  it.each(['123ВС77', '123 bc 16', '123АВ45'])(
    'plate %s may be Russian without its first letter, and is doubted',
    text => {
      expect(judged(text, f.plate())[1]).toBeUndefined();
      expect(warningOf(parseValue(text, f.plate()), f.plate())?.message).toBe('plateLetter');
    },
  );

  it.each(['А123ВС77', '123ABC02', '34OO567', '123LL45', '1234IB7', '01123ABC', '01A123LQ'])(
    'plate %s is not doubted',
    text => expect(warningOf(parseValue(text, f.plate()), f.plate())).toBeUndefined(),
  );

  it.each(['А123ВС00', 'а123вс 100', 'АВ123400', '1234АВ700'])('plate %s has a region that does not exist', text =>
    expect(judged(text, f.plate())[1]).toBe('plateRegion'),
  );

  it.each([
    ...[
      '35-693803-564380-9',
      '35 693803 564380 9',
      'IMEI:356938035643809',
      'imei – 35‑693803‑564380‑9',
      'ИМЕЙ 356938035643809',
    ],
    ...[
      'IМЕI: 356938035643809',
      '３５６９３８０３５６４３８０９',
      '٣٥٦٩٣٨٠٣٥٦٤٣٨٠٩',
      '356_938_035_643_809',
      '356938035643809,0',
    ],
    ...['356938035643809.0', '356938035643809 / 01', '356938035643809#', '35-693803-564380-9 (IMEI)'],
    ...['\u200e356938035643809', '№ 356938035643809'],
  ])('IMEI %j is its digits, in a form, in a search and in a message', text => {
    const imei = '356938035643809';
    expect(judged(text, f.imei())).toEqual([imei, undefined]);
    expect(searchTexts(text).map(searchKeyOf)).toEqual([imei]);
    expect(normaliseIdentifier(text)).toBe(imei);
  });

  it.each(['tracker-12', '12-34', ' 862 ', '35-693803-564380-91'])('identifier %j is no IMEI, and stays', text =>
    expect(normaliseIdentifier(text)).toBe(text.trim()),
  );

  it('is no plate for two plates, or for a plate next to a car name', () => {
    expect(judged('А123ВС77, А124ВС77', f.plate())[1]).toBe('plate');
    expect(judged('А123ВС77 (Kia)', f.plate())[1]).toBe('plate');
  });

  it.each([
    'WVWZZZ1KZAW000001',
    '\u200eWVWZZZ1KZAW000001',
    'wvw zzz 1kz aw000001',
    'WVWZZZ1KZ‑AW000001',
    'VIN: WVWZZZ1KZAW000001',
    'VIN WVWZZZ1KZAW000001',
    'ВИН № WVWZZZ1KZAW000001',
    'VIN-код: WVWZZZ1KZAW000001',
    '*WVWZZZ1KZAW000001*',
    'WVWZZZ1KZ\u00adAW000001',
    '"WVWZZZ1KZAW000001"',
    'WVWZZZ1KZAW000001;',
    'VIN=WVWZZZ1KZAW000001',
    'VIN(WVWZZZ1KZAW000001)',
    '№ WVWZZZ1KZAW000001',
    'Идентификационный номер (VIN): WVWZZZ1KZAW000001',
    'VIN/№ кузова WVWZZZ1KZAW000001',
    'ＷＶＷＺＺＺ１ＫＺＡＷ０００００１',
    'WVWZZZ1КZАW000001',
  ])('VIN %j', text => expect(judged(text, f.vin())).toEqual(['WVWZZZ1KZAW000001', undefined]));

  it.each([
    '356938035643809',
    '35-693803-564380-9',
    '35 693803 564380 9',
    '35\u00a0693803\u2009564380‑9',
    '\u202a356938035643809\u202c',
    'IMEI: 356938035643809',
    'IMEI1 356938035643809',
    'imei № 356938035643809',
    'IMEI/SV 356938035643809',
    '356938035643809.0',
    "'356938035643809",
    '"356938035643809";',
    'IMEI=356938035643809',
    '(IMEI) 356938035643809',
    'ИМЕЙ: 356938035643809',
    '№ 356938035643809',
    '３５６９３８０３５６４３８０９',
  ])('IMEI %j', text => expect(judged(text, f.imei())).toEqual(['356938035643809', undefined]));

  it.each([
    ['№ DD-000123', 'DD-000123'],
    ['№DD‑000123', 'DD-000123'],
    ['# DD-000123', 'DD-000123'],
    ['No. DD-000123', 'DD-000123'],
    ['\u200eDD\u00a0000123 ', 'DD 000123'],
    ['КАСКО/2026—15', 'КАСКО/2026-15'],
    ['NO-123', 'NO-123'],
    ['N DD-000123', 'DD-000123'],
    ['N-123', 'N-123'],
    ['N Север', 'N Север'],
    ['№№ 123', '123'],
    ['No 123', '123'],
    ['Nº 123', '123'],
    ['№: DD-1', 'DD-1'],
    ['«DD-000123»', 'DD-000123'],
    ['DD-000123,', 'DD-000123'],
    ['12"А"', '12"А"'],
    ['АБ (12)', 'АБ (12)'],
  ])('number %j is %s', (text, stored) => expect(parseValue(text, f.text({ documentNumber: true }))).toBe(stored));

  it.each([
    'ivan@mail.ru',
    'Иван Иванов <ivan@mail.ru>',
    '"Иванов, Иван" <Ivan@mail.ru>;',
    '<ivan@mail.ru>',
    'ivan@mail.ru,',
    'ivan@mail.ru.',
    'mailto:ivan@mail.ru?subject=Hi',
    'mailto://ivan@mail.ru',
    'E-mail: ivan@mail.ru',
    'почта: ivan@mail.ru',
    'ivan＠mail.ru\u200b',
    // Two Cyrillic letters.
    'ivаn@mаil.ru',
  ])('e-mail %j', text => expect(judged(text, f.email())).toEqual(['ivan@mail.ru', undefined]));

  it.each([
    'ivan@mail.ru, petr@mail.ru',
    'ivan@mail.ru (рабочая)',
    'ivan@mail,ru',
    'Иван <ivan>',
    // Encoded words.
    '=?utf-8?q?ivan?=@mail.ru',
    'ivan.=?UTF-8?B?aXZhbg==?=@mail.ru',
  ])('%j is no e-mail', text => expect(judged(text, f.email())[1]).toBe('email'));

  it('an address may have question marks and equals signs', () =>
    expect(judged('ivan?=b?=@mail.ru', f.email())).toEqual(['ivan?=b?=@mail.ru', undefined]));

  it('an address in Cyrillic alone keeps its letters', () =>
    expect(parseValue('аноха@почта.рф', f.email())).toBe('аноха@почта.рф'));
});

describe('a name with initials', () => {
  it.each([
    ['Дроздова А.Б.', ['Дроздова', 'А.', 'Б.']],
    ['Дроздова\u00a0А.\u00a0Б.', ['Дроздова', 'А.', 'Б.']],
    ['А.Б. Дроздова', ['Дроздова', 'А.', 'Б.']],
    ['А. Б. Дроздова', ['Дроздова', 'А.', 'Б.']],
    ['Дроздова Анна Борисовна', ['Дроздова', 'Анна', 'Борисовна']],
    ['Алиев Ага Рашид оглы', ['Алиев', 'Ага', 'Рашид', 'оглы']],
  ])('%j is %j', (name, words) => expect(nameWords(name)).toEqual(words));

  it.each([
    'Дроздова А.Б.',
    'Дроздова А. Б.',
    'Дроздова А Б',
    'Дроздова АБ',
    'А.Б. Дроздова',
    'дроздова а.б',
    'Дроздова, А. Б.',
    'ИП Дроздова А.Б.',
    'Дроздова Крафт А.Б.',
    'А. Б. Дроздова-Крафт',
    'Дроздова - Крафт А Б',
  ])('%s names family and initials', text =>
    expect(initialsOf(text)?.initials.map(each => each.toUpperCase())).toEqual(['А', 'Б']),
  );

  it.each(['Дроздова', 'Дроздова Анна', 'А123ВС77', 'А. Б.', 'Kia Rio X', '8 931'])('%s does not', text =>
    expect(initialsOf(text)).toBeUndefined(),
  );
});

describe('a whole name in a list of people', () => {
  it.each([
    ['Дроздова Анна Борисовна', ['Дроздова', 'Анна', 'Борисовна']],
    ['Дроздова, Анна', ['Дроздова', 'Анна']],
    ['А. Б. О’Коннор-Крафт', ['О’Коннор-Крафт', 'А.', 'Б.']],
    ['Мамедов Али Гейдар оглы', ['Мамедов', 'Али', 'Гейдар', 'оглы']],
  ])('is plain: %s', (text, words) => expect(readFullName(text)).toEqual({ words, isPlain: true }));

  it.each([
    ['гр. Дроздова Анна', ['Дроздова', 'Анна']],
    ['ИП Дроздов А.Б.', ['Дроздов', 'А.', 'Б.']],
    ['Иванова (Петрова) Анна', ['Иванова', '(Петрова)', 'Анна']],
    ['ООО Ромашка', ['ООО', 'Ромашка']],
    ['Иванов Иван 05.03.1985', ['Иванов', 'Иван', '05.03.1985']],
    ['Щёголева Крафт А.Э.', ['Щёголева', 'Крафт', 'А.', 'Э.']],
    ['Иванов,Иван,Иванович', ['Иванов', 'Иван', 'Иванович']],
    ['Иван Иванович Иванов', ['Иван', 'Иванович', 'Иванов']],
    ['Мария Ильинична Петрова', ['Мария', 'Ильинична', 'Петрова']],
    ['Иванов , Иван , Иванович,', ['Иванов', 'Иван', 'Иванович']],
    ['Иванов Иван, Петрова Анна', ['Иванов', 'Иван', 'Петрова', 'Анна']],
  ])('is to be checked: %s', (text, words) => expect(readFullName(text)).toEqual({ words, isPlain: false }));
});

describe('a word in two alphabets', () => {
  it.each([
    ['Ивaнoв', 'Ивaнoв'],
    ['Петров Cергей', 'Cергей'],
    ['Ivаnov', 'Ivаnov'],
    ['Салтыков-Щeдрин', 'Щeдрин'],
  ])('%s is doubtful in a form and in a file', (text, word) =>
    expect(alphabetWarning(text)).toEqual({ message: 'mixedAlphabets', values: { value: word } }),
  );

  it.each(['Иванов', 'Ivanov', 'SMSка', 'IT-отдел', 'ООО «Acme»', 'Х5', 'А123ВС77', 'пункт a)', 'GPSом'])(
    '%s is not',
    text => expect(alphabetWarning(text)).toBeUndefined(),
  );

  it('is one word for a search', () => {
    expect(searchKeyOf('Ивaнoв')).toBe(searchKeyOf('Иванов'));
    expect(searchKeyOf('Сepгeй')).toBe(searchKeyOf('Сергей'));
  });
});
