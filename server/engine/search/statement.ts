import { type Statement, Values } from '../../db/sqlText.ts';
import type { KeyKind } from '../table/searchIndex.ts';
import { reversed } from './matching/keys.ts';
import type { Source } from './sources.ts';
import type { Reading, Word } from './tsQuery.ts';

/** Rows read per index range: at least the maximum number of hits. */
const perStretch = 20;
/** Rows compared in a search by words. The best are shown. */
const mostCandidates = 200;
const shortestWord = 3;
const mostDigitsOfId = 15;

const asked: { readonly [A in Exclude<KeyKind, 'number'>]: (reading: Reading) => readonly string[] } = {
  key: ({ keys }) => keys,
  name: ({ names }) => names,
  tail: ({ tail }) => (tail === undefined ? [] : [reversed(tail)]),
  phone: ({ phones }) => phones,
  phoneTail: ({ phones }) => phones.map(reversed),
};

/** Ids with these leading digits, as ranges: 12, 120–129, 1200–1299, … */
const stretchesOf = (digits: string): [from: number, to: number][] => {
  if (!/^[1-9]\d*$/.test(digits) || digits.length > mostDigitsOfId) return [];
  return Array.from({ length: Math.min(10, mostDigitsOfId - digits.length + 1) }, (_, power) => {
    const from = Number(digits) * 10 ** power;
    return [from, from + 10 ** power - 1];
  });
};

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** The first rows of a range in index order, a few per prefix. */
const stretch = ({ table, id }: Source, expression: string, where: string, beginnings: string): string =>
  `(select s.id from unnest(${beginnings}::text[]) as b cross join lateral (
    select ${id} as id from ${table.from} where company_id = $1 and ${where}(${expression}) collate "C" >= b
      and (${expression}) collate "C" < b || chr(1114111) order by (${expression}) collate "C", ${id} limit ${perStretch}) s)`;

const numbers = ({ table }: Source, values: Values, readings: readonly Reading[]): string => {
  const stretches = readings.flatMap(({ key }) => stretchesOf(key));
  if (stretches.length === 0) return '';
  const from = values.add(stretches.map(([first]) => first));
  const to = values.add(stretches.map(([, last]) => last));
  return `(select s.id from unnest(${from}::bigint[], ${to}::bigint[]) as b(first, last) cross join lateral (
    select id from ${table.from} where company_id = $1 and id between b.first and b.last order by id limit ${perStretch}) s)`;
};

/** Names with initials. The range of family name and first initial is read to the end of the pattern's matches. */
const initialed = (source: Source, expression: string, where: string, values: Values, readings: readonly Reading[]) => {
  const patterns = unique(readings.flatMap(({ initials }) => initials));
  if (patterns.length === 0) return '';
  const beginnings = values.add(patterns.map(pattern => pattern.replace(/ (.).*$/u, ' $1')));
  const whole = values.add(patterns.map(pattern => `^${pattern}`));
  return `(select s.id from unnest(${beginnings}::text[], ${whole}::text[]) as b(first, pattern) cross join lateral (
    select ${source.id} as id from ${source.table.from} where company_id = $1 and ${where}(${expression}) collate "C" >= b.first
      and (${expression}) collate "C" < b.first || chr(1114111) and ${expression} ~ b.pattern
      order by (${expression}) collate "C", ${source.id} limit ${perStretch}) s)`;
};

/** Name of the prepared statement. Its text depends on the ranges that are read, so each choice has its own name. */
const nameOf = ({ kind }: Source, stretches: readonly string[]): string =>
  `search_${kind}_${stretches.map(text => (text === '' ? '0' : '1')).join('')}`;

/** Records found by a key, a name prefix or an id suffix. The cost does not depend on the number of rows. */
export const byKeys = (source: Source, companyId: number, readings: readonly Reading[]): Statement | undefined => {
  const values = new Values();
  values.add(companyId);
  const stretches = source.keys.flatMap(({ ask, expression, where }) => {
    if (ask === 'number') return [numbers(source, values, readings)];
    const beginnings = unique(readings.flatMap(asked[ask]));
    const also = where ? `${where} and ` : '';
    const found = beginnings.length === 0 ? '' : stretch(source, expression, also, values.add(beginnings));
    return ask === 'name' ? [found, initialed(source, expression, also, values, readings)] : [found];
  });
  const ids = stretches.filter(text => text !== '').join(' union ');
  if (ids === '') return undefined;
  const text = `select ${source.columns} from ${source.table.from} where company_id = $1 and ${source.where} and ${source.id} in (${ids})`;
  return { name: nameOf(source, stretches), text, values: values.list };
};

const lexeme = (companyId: number, word: Word, end: ':*' | ''): string =>
  `(${[word.key, ...word.others].map(key => `'${companyId}:${key}'${end}`).join(' | ')})`;

const isNumber = ({ key }: Word): boolean => /\d/.test(key);

/** Words that are searched in the index. A short word begins too many texts, so it only filters. */
const leading = ({ words }: Reading): readonly Word[] => words.filter(({ key }) => key.length >= shortestWord);

/** Stages of the search: whole words, then prefixes, then anywhere within words. */
type Looking = 'words' | 'starts' | 'anywhere';

/**
 * Part of a condition: answered by an index, or compared afterwards. Combined in one, trigrams would be computed for
 * each row.
 */
type Part = 'found' | 'compared';

const conditionOf = (
  source: Source,
  companyId: number,
  reading: Reading,
  looking: Looking,
  part: Part,
  values: Values,
): string => {
  const end = looking === 'words' ? '' : ':*';
  const inWords = (words: readonly Word[]) =>
    `${source.lexemes} @@ ${values.add(words.map(word => lexeme(companyId, word, end)).join(' & '))}::tsquery`;
  const words = leading(reading);
  // The index walks the rarest whole word and skips through the others. Prefixes must be gathered in full.
  if (looking === 'words') return inWords(words);
  const apart = words.filter(word => source.text !== undefined && (looking === 'anywhere' || isNumber(word)));
  const together = words.filter(word => !apart.includes(word));
  // A single word has already been tried as a prefix.
  const alone = source.lexemes === undefined || (words.length === 1 && looking === 'anywhere');
  const conditions = apart.map(word => {
    const key = values.add(word.key);
    const inside =
      part === 'found'
        ? `search_trigrams(${source.text}) @> search_trigrams_inside(${key})`
        : `${source.text} like '%' || ${key} || '%'`;
    return alone ? inside : `(${inside} or ${inWords([word])})`;
  });
  if (together.length > 0) conditions.push(inWords(together));
  return conditions.join(' and ');
};

/**
 * Records with every word, in any order. A single word is not searched as a whole, because the prefix search includes
 * it.
 */
export const byWords = (
  source: Source,
  companyId: number,
  readings: readonly Reading[],
  looking: Looking,
): Statement | undefined => {
  if ((looking === 'anywhere' ? source.text : source.lexemes) === undefined) return undefined;
  const values = new Values();
  values.add(companyId);
  const fewest = looking === 'words' ? 2 : 1;
  const led = readings.filter(reading => leading(reading).length >= fewest);
  if (led.length === 0) return undefined;
  const parts = looking === 'words' ? (['found'] as const) : (['found', 'compared'] as const);
  const conditions = parts.map(
    part => `(${led.map(each => `(${conditionOf(source, companyId, each, looking, part, values)})`).join(' or ')})`,
  );
  const text = `select ${source.columns} from ${source.table.from} where company_id = $1 and ${source.where}
    and ${conditions.join(' and ')} limit ${mostCandidates}`;
  return { text, values: values.list };
};

/** All rows, for tables with a few per company. */
export const everyRow = ({ columns, table, where }: Source, companyId: number): Statement => ({
  text: `select ${columns} from ${table.from} where company_id = $1 and ${where}`,
  values: [companyId],
});
