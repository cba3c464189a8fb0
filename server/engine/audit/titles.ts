import { hasAnyRole } from '../../../src/contract/access.ts';
import type { AuditRow } from '../../../src/contract/shapes/audit.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import type { QueryRunner } from '../../db/read.ts';
import type { Caller } from '../../transaction.ts';
import type { Registry } from '../table/define.ts';
import { columnOf, type Table } from '../table/define.ts';
import { readTitles } from '../table/references.ts';

/**
 * Returns the table of an audited entity, by the entity's name. Undefined: the entity has no table, or the caller may
 * not read its titles.
 */
const tableOf = ({ tables }: Registry, entity: string, { roles }: Caller): Table | undefined => {
  const table = Object.values(tables).find(({ resource }) => resource.entity === entity);
  if (!table) return undefined;
  const { access, authorOnly, title, fields } = table.resource;
  const hasColumn = columnOf(table, title, fields[title] as Field) !== '';
  return hasColumn && !authorOnly && hasAnyRole(roles, access.read) ? table : undefined;
};

/** Adds to each change the present title of the changed record. Runs one query for each kind of record. */
export const withTitles = async (
  read: QueryRunner,
  registry: Registry,
  caller: Caller,
  rows: readonly AuditRow[],
): Promise<readonly AuditRow[]> => {
  const titles = new Map<string, ReadonlyMap<number, string>>();
  for (const entity of new Set(rows.map(row => row.entity))) {
    const table = tableOf(registry, entity, caller);
    const ids = new Set(rows.filter(row => row.entity === entity).map(({ entityId }) => entityId));
    if (table) titles.set(entity, await readTitles(read, table, caller.companyId, [...ids]));
  }
  return rows.map(row => ({ ...row, title: titles.get(row.entity)?.get(row.entityId) || null }));
};
