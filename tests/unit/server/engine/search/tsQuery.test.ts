import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nationalPhone, searchKeyOf, wordsOf } from '../../../../../server/engine/search/matching/keys.ts';
import { findMarks } from '../../../../../server/engine/search/matching/marks.ts';
import { type Field, findFit, tiers } from '../../../../../server/engine/search/matching/rank.ts';
import { otherSpellings, parseQuery } from '../../../../../server/engine/search/tsQuery.ts';
import { inOtherLayout } from '../../../../../src/schema/kinds/keyboardLayout.ts';
// Learns the nouns before numbers from the descriptions.
import '../../../../../server/tables.ts';

describe('one spelling', () => {
  it.each([
    ['А 123 вс-77', 'A123BC77'],
    ['a123bc77', 'A123BC77'],
    ['Фёдор', 'ФEДOP'],
    ['  «Жук», №5 ', 'ЖYK5'],
    ['ü', 'ü'],
    ['🚗', ''],
  ])('%s → %s', (text, key) => {
    expect(searchKeyOf(text)).toBe(key);
  });

  it('is the same whether letters are composed or not', () => {
    expect(searchKeyOf('Йё'.normalize('NFD'))).toBe(searchKeyOf('Йё'));
  });

  it('tells words apart at every sign', () => {
    expect(wordsOf('Салтыков-Щедрин, М.Е.')).toEqual(['CAЛTЫKOB', 'ЩEДPИH', 'M', 'E']);
  });

  it.each(['+79161234567', '8 (916) 123-45-67', '79161234567', '916 123 45 67'])('%s is one phone', phone => {
    expect(nationalPhone(phone)).toBe('9161234567');
  });
});

describe('the other layout', () => {
  it.each([
    ['ghbdtn', 'привет'],
    ['руддщ', 'hello'],
    [';erjd', 'жуков'],
    ['<tkjdf', 'Белова'],
    ['f123dc77', 'а123вс77'],
    ['щдпф"ьфшдюкг', 'olga@mail.ru'],
  ])('%s ⇄ %s', (typed, meant) => {
    expect(inOtherLayout(typed)).toBe(meant);
  });

  it.each(['123', '+7 916', 'а123bc', 'Ж000ЖЖ00', 'хабаровск 12'])('%s has none', text => {
    expect(inOtherLayout(text)).toBeUndefined();
  });
});

describe('other spellings', () => {
  it.each([
    ['khasanova', 'хасанова'],
    ['shcherbakov', 'щербаков'],
    ['dmitriy', 'дмитрий'],
    ['dmitry', 'дмитр'],
    ['gennady', 'геннад'],
    ['dmitrii', 'дмитрий'],
    ['rybakov', 'рыбаков'],
    ['olga', 'ольга'],
    ['emelyanov', 'емельянов'],
    ['vasiliev', 'васильев'],
    ['tatiana', 'татьяна'],
    ['maria', 'мария'],
    ['mikhail', 'михаил'],
    ['zaitsev', 'зайцев'],
    ['liudmila', 'людмила'],
    ['belozerskaia', 'белозерская'],
    ['zoia', 'зоя'],
    ['kseniia', 'ксения'],
    ['eduard', 'эдуард'],
    ['alexey', 'алексей'],
    ['alexander', 'александр'],
    ['дмитрий', 'dmitry'],
    ['юлия', 'iuliia'],
    ['алексей', 'alexey'],
    ['солярис', 'solaris'],
    ['мерс', 'mercedes'],
    ['кашк', 'qashqai'],
  ])('%s may be %s', (word, other) => {
    expect(otherSpellings(word)).toContain(searchKeyOf(other));
  });

  it('guesses nothing from two letters or a number', () => {
    expect([otherSpellings('со'), otherSpellings('а123')]).toEqual([[], []]);
  });
});

describe('readings of a query', () => {
  it('are what stands there, then the other layout', () => {
    expect(parseQuery('bdfyjd').map(({ key }) => key)).toEqual(['BDFYJD', searchKeyOf('иванов')]);
  });

  it.each([
    ['г/н А844АХ97', 'A844AX97'],
    ['А844АХ|97', 'A844AX97'],
    ['*TMBJ87B52KD844891*', 'TMBJ87B52KD844891'],
    ['VIN-код: TMBJ87B52KD844891', 'TMBJ87B52KD844891'],
    ['imei1 356938035643809', '356938035643809'],
    ['356938035643809.0', '356938035643809'],
    ['N DD-000207', 'DD000207'],
    ['Viber +7 931 209-87-41', '79312098741'],
    ['Kia/Rio', 'KiaRio'],
  ])('leave labels and signs of %s out', (text, key) => {
    expect(parseQuery(text)[0]?.key).toBe(searchKeyOf(key));
  });

  it('are empty for a text of signs only', () => {
    expect(parseQuery(' % _ ')).toEqual([]);
  });

  it.each([
    ['+7 916', []],
    ['+7 9161', ['9161']],
    ['89161', ['89161', '9161']],
    ['+7 (916) 123-45-67', ['9161234567']],
    ['4567', ['4567']],
    ['Иванов 4567', []],
  ])('%s may be the phones %j', (text, phones) => {
    expect(parseQuery(text)[0]?.phones).toEqual(phones);
  });

  it('take any text and stay small', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
        const readings = parseQuery(text);
        expect(readings.length).toBeLessThanOrEqual(2);
        for (const { words } of readings) expect(words.length).toBeLessThanOrEqual(8);
      }),
    );
  });
});

describe('the fit', () => {
  const fields: Field[] = [
    { role: 'key', value: 'А123ВС77' },
    { role: 'key', value: '352093081122334' },
    { role: 'phone', value: '+79161234567' },
    { role: 'name', value: 'Иванов Пётр Сергеевич' },
    { role: 'text', value: 'Mercedes-Benz GLC' },
  ];
  it.each([
    ['а123вс77', 'exact'],
    ['89161234567', 'exact'],
    ['иванов петр сергеевич', 'exact'],
    ['а123', 'prefix'],
    ['иванов п', 'prefix'],
    ['2334', 'tail'],
    ['4567', 'tail'],
    ['петр', 'wordStart'],
    ['benz иванов', 'wordStart'],
    ['ванов', 'substring'],
  ] as const)('%s: %s', (query, tier) => {
    expect(findFit(fields, parseQuery(query))?.tier).toBe(tiers[tier]);
  });

  it.each(['петров', 'иванов 9999', 'а124'])('%s: none', query => {
    expect(findFit(fields, parseQuery(query))).toBeUndefined();
  });
});

describe('marks', () => {
  const marked = (text: string, query: string) => {
    const readings = parseQuery(query);
    const reading = readings.find(each => findMarks(text, each).length > 0);
    return reading ? findMarks(text, reading).map(([from, to]) => text.slice(from, to)) : [];
  };
  it.each([
    ['А 123 ВС 77', 'a123bc', ['А 123 ВС']],
    ['Иванов Пётр', 'петр', ['Пётр']],
    ['Иванов Пётр · Hyundai Solaris', 'солярис иванов', ['Иванов', 'Solaris']],
    ['+7 (916) 123-45-67', '89161234567', ['916) 123-45-67']],
    ['Хасанова', '[fcf', ['Хаса']],
    ['Иванов', 'zzz', []],
  ])('%s, asked %s', (text, query, expected) => {
    expect(marked(text, query)).toEqual(expected);
  });

  it('always lie within the text, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 10 }), (text, query) => {
        for (const reading of parseQuery(query)) {
          let at = 0;
          for (const [from, to] of findMarks(text, reading)) {
            expect(from).toBeGreaterThanOrEqual(at);
            expect(to).toBeGreaterThan(from);
            expect(to).toBeLessThanOrEqual(text.length);
            at = to;
          }
        }
      }),
    );
  });
});
