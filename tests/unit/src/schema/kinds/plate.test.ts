import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isCarPlate,
  plateFormats,
  plateKey,
  plateLetters,
  plateRules,
  toCyrillicPlate,
} from '../../../../../src/schema/kinds/plate.ts';

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
    expect(plateRules.fault(text, { kind: 'plate', label: { ru: '', en: '' } })).toBeUndefined(),
  );

  it.each(['123ВС77', '12ВС777', '234АВ77'])(
    'doubts %s, an Armenian form that may be the rest of a Russian plate',
    text => expect(plateRules.warning(text)).toEqual({ message: 'plateLetter' }),
  );

  it.each(['34OO567', '35LD123', '12BC345', '123AL77'])('does not doubt %s of Armenia', text =>
    expect(plateRules.warning(text)).toBeUndefined(),
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
