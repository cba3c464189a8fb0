import { sql } from 'kysely';
import type { Resource } from '../../src/resources/define.ts';
import type { Field } from '../../src/resources/fields.ts';
import type { Db } from '../db/connect.ts';
import type { FieldFault } from '../errors.ts';
import { resources } from '../resources.ts';
import type { Values } from './checks.ts';
import { snake } from './plain.ts';

interface Reference {
  readonly name: string;
  readonly idField: string;
  readonly target: Resource;
}

const referencesOf = ({ fields }: Resource): readonly Reference[] =>
  Object.entries(fields).flatMap(([name, { to, idField }]: readonly [string, Field]) => {
    const target = to === undefined ? undefined : resources[to];
    return target && idField ? [{ name, idField, target }] : [];
  });

/** Titles of records of one resource, by id; those of other companies are not there. */
const readTitles = async (db: Db, { entity, title, shared }: Resource, companyId: number, ids: readonly number[]) => {
  const company = shared ? sql`` : sql`company_id = ${companyId} and `;
  const { rows } = await sql<{ id: number; title: string }>`
    select id, ${sql.ref(snake(title))} as title from ${sql.table(snake(entity))}
    where ${company}id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(row => [row.id, row.title]));
};

/**
 * Puts the titles of what the rows refer to beside the ids. Asked for after the page, one question a reference: a join
 * would bind the list's plan to every table it refers to.
 */
export const fillTitles = async (
  db: Db,
  resource: Resource,
  companyId: number,
  rows: readonly Record<string, unknown>[],
) => {
  for (const { name, idField, target } of referencesOf(resource)) {
    const ids = [...new Set(rows.map(row => row[idField]).filter(id => typeof id === 'number'))];
    const titles = ids.length > 0 ? await readTitles(db, target, companyId, ids) : new Map<number, string>();
    for (const row of rows) row[name] = titles.get(row[idField] as number) ?? null;
  }
};

/** References to what is not there, or is another company's. */
export const referenceFaults = async (
  db: Db,
  resource: Resource,
  companyId: number,
  body: Values,
): Promise<FieldFault[]> => {
  const faults: FieldFault[] = [];
  for (const { idField, target } of referencesOf(resource)) {
    const id = body[idField];
    if (typeof id !== 'number') continue;
    if (!(await readTitles(db, target, companyId, [id])).has(id))
      faults.push({ field: idField, message: 'unknownOption' });
  }
  return faults;
};
