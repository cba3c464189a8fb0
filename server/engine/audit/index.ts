import { hasAnyRole, type Role, rights } from '../../../src/contract/access.ts';
import type { AuditRow } from '../../../src/contract/shapes/audit.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { type QueryRunner, queryRunnerOf } from '../../db/read.ts';
import { DomainError } from '../../errors.ts';
import { defineModule } from '../../module.ts';
import type { Caller } from '../../transaction.ts';
import { columnOf, type Registry, type Table } from '../table/define.ts';
import { readTitles } from '../table/references.ts';
import { defineRestList, parseRestQuery, type RestListQuery, readRestPage } from '../table/rest.ts';
import { equals } from '../table/statement.ts';

const filterColumns = {
  id: 'id',
  actorId: 'actor_id',
  entity: 'entity',
  entityId: 'entity_id',
  action: 'action',
} as const;

const auditList = defineRestList({
  name: 'audit',
  select: `id, at, actor_id as "actorId", actor_name as "actorName", entity, entity_id as "entityId", action, reason,
    changes`,
  from: 'audit',
  key: 'id',
  sorts: { id: 'id', at: 'at', actorName: 'actor_name', entity: 'entity', action: 'action' },
  filters: { id: 'number', entity: 'word', entityId: 'number', action: 'word', actorId: 'number' },
  filterColumns,
  example: '{"entity":"client","entityId":7}',
});

const readerRolesOf = ({ resources }: Registry, entity: string | undefined): readonly Role[] => {
  const resource = Object.values(resources).find(each => each.entity === entity);
  // Only the right to read records of this kind is checked here, not the caller's access to this single record.
  return resource?.authorOnly?.except ?? resource?.access.read ?? [];
};

/**
 * Throws unless the caller may read this history. Readers of a record may read its history, and every user their own
 * actions. The company's whole history needs `rights.audit`.
 */
const requireMayRead = (
  registry: Registry,
  { roles, accountId }: Caller,
  { filter }: RestListQuery<typeof auditList.filters>,
): void => {
  if (hasAnyRole(roles, rights.audit)) return;
  if (filter.actorId?.length === 1 && Number(filter.actorId[0]) === accountId) return;
  const isOneRecord = filter.entity?.length === 1 && filter.entityId?.length === 1;
  if (isOneRecord && hasAnyRole(roles, readerRolesOf(registry, filter.entity?.[0]))) return;
  throw new DomainError('FORBIDDEN', { values: { roles: rights.audit.join(', ') } });
};

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
