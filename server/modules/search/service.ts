import { holdsOne, rights } from '../../../src/contract/access.ts';
import type { SearchAnswer } from '../../../src/contract/shapes/search.ts';
import type { Caller, Context } from '../../context.ts';
import { type Read, reading } from '../../db/read.ts';
import type { Statement } from '../../db/sqlText.ts';
import { compareFits, type Fit, fitOf, tiers } from '../../domain/search/rank.ts';
import { type Reading, readQuery } from '../../domain/search-query.ts';
import { presentHit } from './presenting.ts';
import { accidents, clients, devices, operators, type Row, type Source, vouchers } from './sources.ts';
import { byKeys, byWords, everyRow } from './statement.ts';

const forManagers: readonly Source[] = [vouchers, accidents, clients, operators, devices];
const forOperators: readonly Source[] = [accidents];

interface Found {
  readonly row: Row;
  readonly fit: Fit;
}

const rowsOf = async (read: Read, statement: Statement | undefined): Promise<Row[]> =>
  statement ? read<Row>(statement) : [];

const byAge = ({ newestFirst }: Source, one: Row, other: Row): number =>
  (Number(one.id) - Number(other.id)) * (newestFirst ? -1 : 1);

/** Merges the rows that match into the known ones, best first. */
const best = (source: Source, known: readonly Found[], rows: Iterable<Row>, readings: readonly Reading[]): Found[] => {
  const found = new Map(known.map(each => [each.row.id, each]));
  for (const row of rows) {
    const fit = found.has(row.id) ? undefined : fitOf(source.fields(row), readings);
    if (fit) found.set(row.id, { row, fit });
  }
  return [...found.values()].sort((one, other) => compareFits(one.fit, other.fit) || byAge(source, one.row, other.row));
};

const byKey =
  (read: Read, companyId: number, readings: readonly Reading[]) =>
  async (source: Source): Promise<Found[]> => {
    const statement = source.keys.length > 0 ? byKeys(source, companyId, readings) : everyRow(source, companyId);
    return best(source, [], await rowsOf(read, statement), readings);
  };

/** Words only where keys do not fill the group, prefixes and parts of words only where those do not either. */
const byWord =
  (read: Read, companyId: number, readings: readonly Reading[], limit: number) =>
  async (source: Source, known: readonly Found[] = []): Promise<readonly Found[]> => {
    let found = known;
    for (const looking of ['words', 'starts', 'anywhere'] as const) {
      if (found.length >= limit) break;
      const rows = await rowsOf(read, byWords(source, companyId, readings, looking));
      found = best(source, found, rows, readings);
    }
    return found;
  };

const tierOf = (found: readonly Found[]): number => found[0]?.fit.tier ?? tiers.substring;
const isExact = (found: readonly Found[]): boolean => found.length > 0 && tierOf(found) === tiers.exact;

/** Everything visible to the caller that matches, best groups and best hits first. */
export const search = async (
  context: Pick<Context, 'reads'>,
  caller: Caller,
  q: string,
  limit: number,
): Promise<SearchAnswer> => {
  const readings = readQuery(q);
  if (readings.length === 0) return { Groups: [] };
  const sources = holdsOne(caller.roles, rights.wholeSearch) ? forManagers : forOperators;
  const read = reading(context, caller.accountId);
  let groups: (readonly Found[])[] = await Promise.all(sources.map(byKey(read, caller.companyId, readings)));
  // A complete number or name is unambiguous; keys are cheap, words are not.
  if (!groups.some(isExact)) {
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
        Items: found.map(({ row, fit }) => presentHit(source.kind, row, source.fields(row), fit, readings)),
      })),
  };
};
