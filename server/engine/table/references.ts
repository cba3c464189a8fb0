import type { CommonDictionary } from '../../../src/contract/dictionaries.ts';
import type { Resource } from '../../../src/schema/define.ts';
import { filterParameters } from '../../../src/schema/filters.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import type { QueryRunner } from '../../db/read.ts';
import type { FieldFault } from '../../errors.ts';
import { wordsOf } from '../search/matching/keys.ts';
import type { Tables } from './define.ts';
import { columnOf, type PresentContext, type Row, type Table, type TitlesById } from './define.ts';
import { companyRows } from './query.ts';
import { hasTitle, joinConditions } from './searchConditions.ts';
import { type Condition, isOneOf, rowsStatement } from './statement.ts';

interface Reference {
  readonly name: string;
  readonly idField: string;
  readonly target: Table;
}

const referencesOf = ({ tables }: Tables, { fields }: Pick<Resource, 'fields'>): readonly Reference[] =>
  Object.entries(fields).flatMap(([name, { targetResource, idField }]: readonly [string, Field]) => {
    const target = targetResource === undefined ? undefined : tables[targetResource];
    return target && idField ? [{ name, idField, target }] : [];
  });

/** Returns the titles of a resource's records by id. Only records of the company are read. */
export const readTitles = async (read: QueryRunner, target: Table, companyId: number, ids: readonly number[]) => {
  const { title, fields } = target.resource;
  const rows = await read<{ id: number; title: string }>(
    rowsStatement({
      select: `id, (${columnOf(target, title, fields[title] as Field)})::text as title`,
      from: target.source,
      where: [...companyRows(target, companyId), isOneOf('id', ids, 'bigint')],
    }),
  );
  return new Map(rows.map(row => [row.id, row.title]));
};

/** Titles of the records that a list's filters refer to, for a description of the filter in words. */
export const readFilterTitles = async (
  read: QueryRunner,
  registry: Tables,
  resource: Resource,
  companyId: number,
  query: Readonly<Row>,
): Promise<TitlesById> => {
  const titles: Record<string, Readonly<Record<string, string>>> = {};
  for (const { name, target } of referencesOf(registry, resource)) {
    const parameters = filterParameters(resource).filter(({ field }) => field === name);
    const ids = parameters
      .flatMap(each => String(query[each.name] ?? '').split(','))
      .filter(id => /^\d{1,15}$/.test(id))
      .map(Number);
    if (ids.length === 0) continue;
    const titlesById = await readTitles(read, target, companyId, ids);
    titles[target.resource.name] = { ...titles[target.resource.name], ...Object.fromEntries(titlesById) };
  }
  return titles;
};

/**
 * Maximum length, in characters, of a text that is also tried with look-alike letters. PostgreSQL takes seconds for
 * 40,000 letters.
 */
const lookAlikeTextMax = 500;

/**
 * Returns the ids of the company's records by their titles, or by id if a text is an id. A text that matches no title
 * is also tried with look-alike letters (Latin and Cyrillic).
 */
export const idsByTitle = async (
  read: QueryRunner,
  target: Table,
  companyId: number,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> => {
  const { title, fields } = target.resource;
  const column = columnOf(target, title, fields[title] as Field);
  const ids = texts.filter(text => /^\d{1,15}$/.test(text)).map(Number);
  const idsByText = new Map<string, number[]>();
  const readRecords = async (expression: string, condition: Condition) => {
    const select = `id, (${expression})::text as title`;
    const where = [...companyRows(target, companyId), condition];
    return read<{ id: number; title: string }>(rowsStatement({ select, from: target.source, where }));
  };
  const add = (text: string, id: number) => idsByText.set(text, [...(idsByText.get(text) ?? []), id]);
  if (texts.length > 0)
    for (const row of await readRecords(column, isOneOf(column, texts, 'text'))) add(row.title, row.id);
  if (ids.length > 0) for (const row of await readRecords('id', isOneOf('id', ids, 'bigint'))) add(row.title, row.id);
  const unmatched = texts.filter(
    text => !idsByText.has(text) && text.length <= lookAlikeTextMax && wordsOf(text).length > 0,
  );
  if (unmatched.length > 0) {
    const rows = await readRecords(
      column,
      joinConditions(
        unmatched.map(text => hasTitle(target, column, text)),
        'or',
      ),
    );
    const normalisedWords = (text: string) => wordsOf(text).join(' ');
    for (const text of unmatched)
      for (const row of rows) if (normalisedWords(row.title) === normalisedWords(text)) add(text, row.id);
  }
  return idsByText;
};

/**
 * Adds the titles of referenced records to the rows. Each reference is read in one query after the page. Joins would
 * make the plan of the list depend on every table. Dictionary titles are in memory. A row that was read without the id
 * of a reference gets no title for it. `names` limits the titles that are added. Absent: all.
 */
export const fillTitles = async (
  read: QueryRunner,
  resource: Resource,
  companyId: number,
  { locale, entries, registry }: PresentContext,
  rows: readonly Row[],
  names?: readonly string[],
): Promise<void> => {
  const isWanted = (name: string) => names === undefined || names.includes(name);
  for (const [name, { dictionary, idField }] of Object.entries<Field>(resource.fields))
    if (dictionary && idField && idField !== name && isWanted(name))
      for (const row of rows) {
        const id = row[idField];
        row[name] = typeof id === 'number' ? entries.title(locale, dictionary as CommonDictionary, id) : null;
      }
  for (const { name, idField, target } of referencesOf(registry, resource)) {
    // A reference field that shows only its id has no title to add.
    if (idField === name || !isWanted(name)) continue;
    const ids = [...new Set(rows.map(row => row[idField]).filter(id => typeof id === 'number'))];
    const titles = ids.length > 0 ? await readTitles(read, target, companyId, ids) : new Map<number, string>();
    for (const row of rows) row[name] = titles.get(row[idField] as number) ?? null;
  }
};

/**
 * Returns faults for references to missing records or to records of another company. Runs one statement for each field,
 * for all bodies together.
 */
export const referenceFaultsOf = async (
  read: QueryRunner,
  registry: Tables,
  resource: Pick<Resource, 'fields'>,
  companyId: number,
  bodies: readonly Readonly<Row>[],
): Promise<readonly FieldFault[][]> => {
  const faults: FieldFault[][] = bodies.map(() => []);
  for (const { idField, target } of referencesOf(registry, resource)) {
    const ids = new Set(bodies.map(body => body[idField]).filter(id => typeof id === 'number'));
    if (ids.size === 0) continue;
    const titlesById = await readTitles(read, target, companyId, [...ids]);
    for (const [at, body] of bodies.entries()) {
      const id = body[idField];
      if (typeof id === 'number' && !titlesById.has(id)) faults[at]?.push({ field: idField, message: 'unknownOption' });
    }
  }
  return faults;
};

/** Returns the ids among `ids` of records of `resource` to which other records of the company refer. */
export const findReferencedIds = async (
  read: QueryRunner,
  registry: Tables,
  resource: Resource,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const referencedIds = new Set<number>();
  for (const table of Object.values(registry.tables))
    for (const { idField, target } of referencesOf(registry, table.resource)) {
      const column = table.columns[idField];
      if (target.resource !== resource || column === undefined) continue;
      const where = [...companyRows(table, companyId), isOneOf(column, ids, 'bigint')];
      const rows = await read<{ id: number }>(
        rowsStatement({ select: `distinct ${column} as id`, from: table.source, where }),
      );
      for (const { id } of rows) referencedIds.add(id);
    }
  return referencedIds;
};

export const referenceFaults = async (
  read: QueryRunner,
  registry: Tables,
  resource: Pick<Resource, 'fields'>,
  companyId: number,
  body: Readonly<Row>,
): Promise<FieldFault[]> => (await referenceFaultsOf(read, registry, resource, companyId, [body])).flat();
