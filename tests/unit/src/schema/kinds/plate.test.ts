import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isCarPlate,
  plateFormats,
  plateKey,
  plateLetters,
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
  ])('%s is %s', (text, kind) => expect(kindsOf(text)).toContain(kind));

  it.each(['А000ВС77', 'Я123ВС77', 'А123ВС577', 'А123ВС7', '', 'А123ВС77777'])('%s is no car', text =>
    expect(isCarPlate(text)).toBe(false),
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
