import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchKeyOf } from '../../../../../server/engine/search/matching/keys.ts';
import { type Way, waysToFind } from '../../../../../server/engine/search/matching/ways.ts';
// Learns the nouns before numbers from the descriptions.
import '../../../../../server/tables.ts';

/** A way of texts that each have one spelling. */
const inOneSpelling = (...parts: string[]) => ({ parts: parts.map(part => [part]) });
const keysOf = (...texts: string[]) => inOneSpelling(...texts.map(searchKeyOf));
const isFound = (row: string, { parts, wordStarts }: Way) =>
  !wordStarts && parts.every(each => each.some(spelling => row.includes(spelling)));

describe('ways to find a text in a list', () => {
  it('look for words in any order, and not for all of them in a row too', () => {
    expect(waysToFind('Емельянов Тимур')).toContainEqual({
      parts: [
        ['EMEЛЬЯHOB', 'EMELYANOV', 'EMELIANOV'],
        ['TИMYP', 'TIMUR'],
      ],
    });
    expect(waysToFind('Емельянов Тимур')).not.toContainEqual(keysOf('ЕмельяновТимур'));
  });

  it('look for a phone by its number alone, whatever stands before it', () => {
    expect(waysToFind('8 977 895-25-52')).toEqual([inOneSpelling('9778952552')]);
    expect(waysToFind('+7 977 895-25-52')).toEqual([inOneSpelling('9778952552')]);
  });

  it('look for the first digits of a phone typed with 8 as with 7', () => {
    expect(waysToFind('8977895')).toEqual([inOneSpelling('8977895'), inOneSpelling('7977895')]);
  });

  it('look for what is typed in the other layout and in the other alphabet', () => {
    expect(waysToFind('bdfyjd')).toContainEqual({ parts: [['ИBAHOB', 'IVANOV']] });
    expect(waysToFind('ivanov')).toContainEqual({ parts: [['IVANOV', 'ИBAHOB']] });
  });

  it.each(['«Щёголева»', '"Щёголева"', '„Щёголева“', ' “Щёголева” ', '«Щёголева'])(
    '%s is looked for as the name in it',
    quoted => expect(waysToFind(quoted)).toEqual(waysToFind('Щёголева')),
  );

  it('leave quotes within a text in place', () => {
    expect(waysToFind('АО "Рога"')).toContainEqual(inOneSpelling('АО "Рога"'));
  });

  it.each(["O'Коннор", 'О`Коннор', 'О’Коннор'])('look for the parts between apostrophes: %s', text =>
    expect(waysToFind(text)).toContainEqual(keysOf('О', 'Коннор')),
  );

  it('do not look for the parts around an apostrophe that are a letter or two', () => {
    expect(waysToFind("д'А")).not.toContainEqual(keysOf('д', 'А'));
  });

  it('leave signs in place that the search text has', () => {
    expect(waysToFind('a_b')).toContainEqual(inOneSpelling('a_b'));
  });

  it('find whatever contains what is typed', () => {
    const letters = fc.constantFrom(...'АБВЁЖабвёжABCabc0123456789 -.,()+/');
    const text = fc.string({ unit: letters, maxLength: 25 });
    fc.assert(
      fc.property(text, text, text, (before, typed, after) => {
        const row = searchKeyOf(before + typed + after);
        expect(waysToFind(typed).some(way => isFound(row, way))).toBe(true);
      }),
    );
  });

  it('are none of which another finds all', () => {
    const text = fc.string({ unit: fc.constantFrom(...'АБВabc0789 +'), maxLength: 25 });
    fc.assert(
      fc.property(text, typed => {
        const ways = waysToFind(typed);
        for (const way of ways)
          for (const other of ways)
            if (way !== other)
              expect(way.parts.every(part => part.every(spelling => isFound(spelling, other)))).toBe(false);
      }),
    );
  });
});
