import type pg from 'pg';
import type { Statement } from './sqlText.ts';

type Row = Record<string, unknown>;
type MakeRow = (values: readonly unknown[]) => Row;

/**
 * Makes rows of these columns by a literal, which the engine makes at once. An object that gets its names one after the other
 * takes twenty times as long, and with more than a dozen becomes a hash table, slow to read too. (The serialiser of answers is
 * compiled from its shape in the same way.) Names are those of the program's own SQL; they enter as literals of text.
 */
const makerOf = (names: readonly string[], columns: number): MakeRow => {
  const pairs = names.map((name, at) => `${JSON.stringify(name)}: ${at < columns ? `values[${at}]` : 'null'}`);
  return new Function('values', `return { ${pairs.join(', ')} };`) as MakeRow;
};

const makersMax = 500;
const makers = new Map<string, MakeRow>();

/** Runs a statement; its rows as objects. */
export const queryRows = async <Found extends object>(
  client: Pick<pg.Pool, 'query'>,
  { name, text, values, beside = [] }: Statement,
): Promise<Found[]> => {
  const { rows, fields } = await client.query<unknown[]>({
    ...(name && { name }),
    text,
    values: [...values],
    rowMode: 'array',
  });
  if (rows.length === 0) return [];
  const columns = fields.map(field => field.name);
  const names = [...columns, ...beside.filter(each => !columns.includes(each))];
  const key = `${columns.length} ${names.join()}`;
  if (makers.size > makersMax) makers.clear();
  const make = makers.get(key) ?? makerOf(names, columns.length);
  makers.set(key, make);
  return rows.map(make) as Found[];
};
