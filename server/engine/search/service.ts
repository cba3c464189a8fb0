import type { SearchAnswer, SearchHit } from '../../../src/contract/shapes/search.ts';
import { recordAddress } from '../../../src/schema/addresses.ts';
import type { Context } from '../../context.ts';
import { type Read, reading } from '../../db/read.ts';
import type { Statement } from '../../db/sqlText.ts';
import type { Caller } from '../../transaction.ts';
import type { SearchRow } from '../table/searchIndex.ts';
import { marksOf } from './matching/marks.ts';
import { searchTexts } from './matching/queryText.ts';
import { compareFits, type Field, type Fit, fitOf, tiers } from './matching/rank.ts';
import { fieldsOf, type Source, sourcesFor } from './sources.ts';
import { byKeys, byWords, everyRow } from './statement.ts';
import { type Reading, readQuery } from './tsQuery.ts';

/** Address of a record's own page, if it has one. */
const addressed = ({ table: { resource }, recordId = 'id' }: Source, row: SearchRow): Pick<SearchHit, 'Path'> => {
  const Path = recordAddress(resource, { Id: row[recordId] ?? '', ObjectId: row.object_id }, String(row.status));
  return Path === undefined ? {} : { Path };
};

/** Matching values that are not contained in the displayed text: one per query word. */
const unseen = (shown: string, fields: readonly Field[], { words }: Reading): string[] =>
  words
    .map(word => ({ words: [word], key: '', keys: [], initials: [], names: [], phones: [] }))
    .filter(alone => marksOf(shown, alone).length === 0)
    .flatMap(alone => fields.find(({ value }) => marksOf(value, alone).length > 0)?.value ?? []);

/** A hit for display, including the matching values that are not always shown. */
const presentHit = (
  source: Source,
  row: SearchRow,
  { field, reading: at }: Fit,
  readings: readonly Reading[],
): SearchHit => {
  const { about, ...shown } = source.shown(row);
  const reading = readings[at] as Reading;
  const always = [shown.Title, ...about];
  const found = field ? [field.value] : unseen(always.join(' · '), fieldsOf(source, row), reading);
  const more = [...new Set(found)].filter(value => !always.includes(value));
  // First, so that a narrow line does not cut them off.
  const Subtitle = [...more, ...about].filter(part => part !== '').join(' · ');
  return {
    Kind: source.kind,
    Id: String(row.id),
    ...(typeof row.object_id === 'string' && { ObjectId: row.object_id }),
    ...shown,
    ...addressed(source, row),
    Subtitle,
    TitleMarks: marksOf(shown.Title, reading),
    SubtitleMarks: marksOf(Subtitle, reading),
  };
};

interface Match {
  readonly row: SearchRow;
  readonly fit: Fit;
}

const rowsOf = async (read: Read, statement: Statement | undefined): Promise<SearchRow[]> =>
  statement ? read<SearchRow>(statement) : [];

const byAge = ({ newestFirst }: Source, one: SearchRow, other: SearchRow): number =>
  (Number(one.id) - Number(other.id)) * (newestFirst ? -1 : 1);

/** Merges matching rows into the known matches, best first. */
const best = (
  source: Source,
  known: readonly Match[],
  rows: Iterable<SearchRow>,
  readings: readonly Reading[],
): Match[] => {
  const found = new Map(known.map(each => [each.row.id, each]));
  for (const row of rows) {
    const fit = found.has(row.id) ? undefined : fitOf(fieldsOf(source, row), readings);
    if (fit) found.set(row.id, { row, fit });
  }
  return [...found.values()].sort((one, other) => compareFits(one.fit, other.fit) || byAge(source, one.row, other.row));
};

const byKey =
  (read: Read, companyId: number, readings: readonly Reading[]) =>
  async (source: Source): Promise<Match[]> => {
    const statement = source.few ? everyRow(source, companyId) : byKeys(source, companyId, readings);
    return best(source, [], await rowsOf(read, statement), readings);
  };

/**
 * Searches by words only if keys do not fill the group. Prefixes and parts of words follow only if words do not fill it
 * either.
 */
const byWord =
  (read: Read, companyId: number, readings: readonly Reading[], limit: number) =>
  async (source: Source, known: readonly Match[] = []): Promise<readonly Match[]> => {
    let found = known;
    for (const looking of ['words', 'starts', 'anywhere'] as const) {
      if (found.length >= limit) break;
      const rows = await rowsOf(read, byWords(source, companyId, readings, looking));
      found = best(source, found, rows, readings);
    }
    return found;
  };

const tierOf = (found: readonly Match[]): number => found[0]?.fit.tier ?? tiers.substring;
/** Indexes of the readings that a record matches exactly. */
const exactIn = (found: readonly Match[]): readonly number[] =>
  found.filter(({ fit }) => fit.tier === tiers.exact).map(({ fit }) => fit.reading);

/** Everything visible to the caller that matches, best groups and best hits first. */
export const search = async (
  context: Pick<Context, 'reads' | 'registry'>,
  caller: Caller,
  q: string,
  shownMax: number,
): Promise<SearchAnswer> => {
  const readings = readQuery(q);
  if (readings.length === 0) return { Groups: [] };
  const numbers = searchTexts(q).length;
  // A pasted list of numbers shows a hit for each number.
  const limit = Math.max(shownMax, numbers);
  const sources = sourcesFor(context.registry, caller.roles);
  const read = reading(context, caller);
  let groups: (readonly Match[])[] = await Promise.all(sources.map(byKey(read, caller.companyId, readings)));
  // A complete number or name is unambiguous. Keys are cheap to search, words are not.
  if (new Set(groups.flatMap(exactIn)).size < numbers) {
    const look = byWord(read, caller.companyId, readings, limit);
    groups = await Promise.all(sources.map((source, at) => look(source, groups[at])));
  }
  return {
    Groups: sources
      .map((source, at) => ({ source, found: (groups[at] ?? []).slice(0, limit) }))
      .filter(({ found }) => found.length > 0)
      .sort((one, other) => tierOf(one.found) - tierOf(other.found))
      .map(({ source, found }) => ({
        Kind: source.kind,
        Items: found.map(({ row, fit }) => presentHit(source, row, fit, readings)),
      })),
  };
};
