import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { f } from '../../../../../src/schema/fields.ts';
import {
  isCarPlate,
  plateFormats,
  plateKey,
  plateLetters,
  toCyrillicPlate,
} from '../../../../../src/schema/kinds/plate.ts';
import { faultOf, parseValue, warningOf } from '../../../../../src/schema/kinds/rules.ts';

const plate = f.plate();
const kindsOf = (text: string) => plateFormats(text).map(({ country, kind }) => `${country} ${kind}`);

describe('plates', () => {
  it.each([
    ['А123ВС77', 'RU car'],
    ['a 123 bc-777', 'RU car'],
    ['АВ12377', 'RU taxi'],
    ['АВ123477', 'RU trailer'],
    ['1234АВ77', 'RU motorcycle'],
    ['А123477', 'RU special'],
    ['АВ123С77', 'RU transit'],
    ['1234 AB-5', 'BY car'],
    ['E123 AB-5', 'BY car'],
    ['AB 1234-5', 'BY truck'],
    ['АА 1234 ВВ', 'UA car'],
    ['AA-123-BB', 'GE car'],
  ])('%s is %s', (text, kind) => expect(kindsOf(text)).toContain(kind));

  it.each(['А000ВС77', 'Я123ВС77', 'А123ВС577', 'А123ВС7', '', 'А123ВС77777'])('%s is no car', text =>
    expect(isCarPlate(text)).toBe(false),
  );

  it.each(['АА 1234 ВВ', 'AA-123-BB'])('takes %s of a neighbour, though all its letters are Russian ones too', text =>
    expect(faultOf(parseValue(text, plate), plate)).toBeUndefined(),
  );

  it.each(['123ВС77', '12ВС777', '234АВ77'])(
    'doubts %s, an Armenian form that may be the rest of a Russian plate',
    text => expect(warningOf(text, plate)).toEqual({ message: 'plateLetter' }),
  );

  it.each(['1234АВ7', '1234 ab 5', 'Е123ВС7', 'е001кх2', '50А123ВС', '01 A 123 BC'])(
    'doubts %s, which may be a Russian plate with a character missing or its region in front',
    text => expect(warningOf(text, plate)).toEqual({ message: 'plateShort' }),
  );

  it.each([
    '1234 AB-7',
    'BY 1234 AB 7',
    'E123 AB‑5',
    'KZ 123 АВ 02',
    '1234 IT 7',
    'AB 1234-5',
    '01123ABC',
    '01A123LQ',
    'АА 1234 ВВ',
    'AA-123-BB',
    '123ABC02',
    '01123AK',
  ])('does not doubt %s, which no Russian plate is near to, or whose country is written', text =>
    expect(warningOf(text, plate)).toBeUndefined(),
  );

  it.each([
    ['UA АА 1234 ВВ', 'AA1234BB'],
    ['АА1234ВВ (UA)', 'AA1234BB'],
    ['AI 1234 BC UKR', 'AI1234BC'],
    ['УКР АІ 1234 ВС', 'AI1234BC'],
    ['🇺🇦 AA1234BB', 'AA1234BB'],
    ['GE AB-123-CD', 'AB123CD'],
    ['AB123CD GEO', 'AB123CD'],
    ['GEOO123CC', 'OO123CC'],
    ['AA-123-BB [GE]', 'AA123BB'],
    ['GE123UA', 'GE123UA'],
  ])('stores %s without the mark of its country as %s', (text, stored) => expect(parseValue(text, plate)).toBe(stored));

  it.each(['34OO567', '35LD123', '12BC345', '123AL77'])('does not doubt %s of Armenia', text =>
    expect(warningOf(text, plate)).toBeUndefined(),
  );

  it('reads both alphabets as one and gives Cyrillic back', () => {
    const letter = fc.nat({ max: 11 });
    fc.assert(
      fc.property(letter, letter, letter, fc.integer({ min: 1, max: 999 }), (a, b, c, number) => {
        const spelt = (alphabet: string) =>
          `${alphabet[a]}${String(number).padStart(3, '0')}${alphabet[b]}${alphabet[c]}199`;
        const cyrillic = spelt(plateLetters.cyrillic);
        expect(plateKey(cyrillic)).toBe(spelt(plateLetters.latin));
        expect(toCyrillicPlate(spelt(plateLetters.latin))).toBe(cyrillic);
        expect(isCarPlate(cyrillic)).toBe(true);
      }),
    );
  });
});
