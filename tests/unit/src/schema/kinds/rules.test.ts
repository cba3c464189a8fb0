import { expect, it } from 'vitest';
import { f } from '../../../../../src/schema/fields.ts';
import { faultOf, parseValue, warningOf } from '../../../../../src/schema/kinds/rules.ts';

const message = (text: string, field: Parameters<typeof faultOf>[1]) =>
  faultOf(parseValue(text, field), field)?.message;

it.each(['А123ВС77', 'a 123 bc-777', 'АВ12377', 'АВ123477', '1234АВ77', 'АВ123С77', '1234AB7', '123ABC02', 'WBX1234'])(
  'a plate that there is: %s',
  plate => expect(message(plate, f.plate())).toBeUndefined(),
);
it.each(['А12ВС77', 'А123ВС', 'А000ВС77', 'АА', 'Ж123ЯЯ77'])('a plate that there is not: %s', plate =>
  expect(message(plate, f.plate())).toBe('plate'),
);
it('a Russian plate is kept in Cyrillic, a foreign one as it is', () => {
  expect(parseValue('a 123 bc-77', f.plate())).toBe('А123ВС77');
  expect(parseValue('wbx 1234', f.plate())).toBe('WBX1234');
});

it('the check digit of a VIN is asked for where makers have to use it, and doubted elsewhere', () => {
  expect(message('1HGCM82633A004352', f.vin())).toBeUndefined();
  expect(message('1HGCM82633A004353', f.vin())).toBe('vin');
  // China requires the check digit, as North America does.
  expect(message('LVSHCAMB1CE054249', f.vin())).toBeUndefined();
  expect(message('LVSHCAMB2CE054249', f.vin())).toBe('vin');
  expect(message('WVWZZZ1KZAW000001', f.vin())).toBeUndefined();
  expect(warningOf('WVWZZZ1KZAW000001', f.vin())?.message).toBe('vin');
  expect(warningOf('1HGCM82633A004352', f.vin())).toBeUndefined();
});

it('an IMEI says whether it is too short or mistyped', () => {
  expect(message('35693803564380', f.imei())).toBe('imeiPattern');
  expect(message('356938035643808', f.imei())).toBe('imei');
});

it('characters that turn the line they stand in are left out, as spaces around are', () => {
  expect(parseValue(' \u202eИванов\u202c Иван \u2066', f.text())).toBe('Иванов Иван');
  expect(parseValue('\u202aivan@example.com', f.email())).toBe('ivan@example.com');
  // Hebrew and Arabic do not need these characters. Marks between words reverse nothing.
  expect(parseValue('דוד\u200f', f.text())).toBe('דוד\u200f');
});
