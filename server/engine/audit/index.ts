import { hasAnyRole } from '../../../src/contract/access.ts';
import type { AuditRow } from '../../../src/contract/shapes/audit.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { type QueryRunner, queryRunnerOf } from '../../db/read.ts';
import { defineModule } from '../../module.ts';
import type { Caller } from '../../transaction.ts';
import { columnOf, type Registry, type Table } from '../table/define.ts';
import { readTitles } from '../table/references.ts';
import { parseRestQuery, readRestPage } from '../table/rest.ts';
import { equals } from '../table/statement.ts';
import { auditList, requireMayRead } from './query.ts';

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
const withTitles = async (
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

export const audit = defineModule({
  calls: ({ context }) => ({
    'GET /api/v3/audit': async ({ caller, query }) => {
      const { db, registry } = context;
      const question = parseRestQuery(auditList, query);
      requireMayRead(registry, caller, question);
      const conditions = [equals('company_id', caller.companyId)];
      const page = await readRestPage<AuditRow, typeof auditList.filters>(
        context,
        caller,
        auditList,
        question,
        conditions,
      );
      return { ...page, items: await withTitles(queryRunnerOf(db), registry, caller, page.items) };
    },
  }),
});
