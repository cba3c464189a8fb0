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
const compileRowMaker = (names: readonly string[], columnCount: number): MakeRow => {
  const properties = names.map(
    (name, index) => `${JSON.stringify(name)}: ${index < columnCount ? `values[${index}]` : 'null'}`,
  );
  return new Function('values', `return { ${properties.join(', ')} };`) as MakeRow;
};

const maxMakers = 500;
const makerByColumns = new Map<string, MakeRow>();

export const queryRows = async <Found extends object>(
  client: Pick<pg.Pool, 'query'>,
  { name, text, values, extraColumns = [] }: Statement,
): Promise<Found[]> => {
  const { rows, fields } = await client.query<unknown[]>({
    ...(name && { name }),
    text,
    values: [...values],
    rowMode: 'array',
  });
  if (rows.length === 0) return [];
  const columns = fields.map(field => field.name);
  const names = [...columns, ...extraColumns.filter(extraColumn => !columns.includes(extraColumn))];
  const key = `${columns.length} ${names.join()}`;
  if (makerByColumns.size > maxMakers) makerByColumns.clear();
  const makeRow = makerByColumns.get(key) ?? compileRowMaker(names, columns.length);
  makerByColumns.set(key, makeRow);
  return rows.map(makeRow) as Found[];
};
