import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../../../server/engine/search/matching/keys.ts';
import { waysTo } from '../../../../../server/engine/search/matching/ways.ts';
// Learns the nouns before numbers from the descriptions.
import '../../../../../server/tables.ts';

const keysOf = (...texts: string[]) => texts.map(keyOf);

describe('ways to find a text in a list', () => {
  it('look for words in any order, and not for all of them in a row too', () => {
    expect(waysTo('Емельянов Тимур')).toContainEqual(keysOf('Емельянов', 'Тимур'));
    expect(waysTo('Емельянов Тимур')).not.toContainEqual(keysOf('ЕмельяновТимур'));
  });

  it('look for a phone by its number alone, whatever stands before it', () => {
    expect(waysTo('8 977 895-25-52')).toEqual([['9778952552']]);
    expect(waysTo('+7 977 895-25-52')).toEqual([['9778952552']]);
  });

  it('look for the first digits of a phone typed with 8 as with 7', () => {
    expect(waysTo('8977895')).toEqual([['8977895'], ['7977895']]);
  });

  it('look for what is typed in the other layout and in the other alphabet', () => {
    expect(waysTo('bdfyjd')).toContainEqual(keysOf('иванов'));
    expect(waysTo('иванов')).toContainEqual(['IVANOV']);
  });

  it.each(['«Щёголева»', '"Щёголева"', '„Щёголева“', ' “Щёголева” ', '«Щёголева'])(
    '%s is looked for as the name in it',
    quoted => expect(waysTo(quoted)).toEqual(waysTo('Щёголева')),
  );

  it('leave quotes within a text in place', () => {
    expect(waysTo('АО "Рога"')).toContainEqual(['АО "Рога"']);
  });

  it('leave signs in place that the search text has', () => {
    expect(waysTo('a_b')).toContainEqual(['a_b']);
  });

  it('find whatever contains what is typed', () => {
    const letters = fc.constantFrom(...'АБВЁЖабвёжABCabc0123456789 -.,()+/');
    const text = fc.string({ unit: letters, maxLength: 25 });
    fc.assert(
      fc.property(text, text, text, (before, typed, after) => {
        const row = keyOf(before + typed + after);
        expect(waysTo(typed).some(way => way.every(part => row.includes(part)))).toBe(true);
      }),
    );
  });

  it('are none of which another finds all', () => {
    const text = fc.string({ unit: fc.constantFrom(...'АБВabc0789 +'), maxLength: 25 });
    fc.assert(
      fc.property(text, typed => {
        const ways = waysTo(typed);
        for (const way of ways)
          for (const other of ways)
            if (way !== other) expect(other.every(part => way.some(each => each.includes(part)))).toBe(false);
      }),
    );
  });
});
