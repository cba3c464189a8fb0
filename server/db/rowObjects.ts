import type pg from 'pg';
import type { Statement } from './sqlText.ts';

type Row = Record<string, unknown>;
type MakeRow = (values: readonly unknown[]) => Row;

/**
 * Compiles a function that makes row objects of these columns with an object literal. An object that gets its
 * properties one by one takes twenty times as long. With more than a dozen it becomes a hash table, which is slow to
 * read too.
 * The serialiser of answers is compiled in the same way. The names come from the program's own SQL and enter as text
 * literals.
 */
const makerOf = (names: readonly string[], columns: number): MakeRow => {
  const pairs = names.map((name, at) => `${JSON.stringify(name)}: ${at < columns ? `values[${at}]` : 'null'}`);
  return new Function('values', `return { ${pairs.join(', ')} };`) as MakeRow;
};

const makersMax = 500;
const makers = new Map<string, MakeRow>();

/** Runs a statement and returns its rows as objects. */
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
