import { hasAnyRole, type Role, rights } from '../../../src/contract/access.ts';
import { DomainError } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import type { Registry } from '../table/define.ts';
import { defineRestList, type RestListQuery } from '../table/rest.ts';

const filterColumns = {
  id: 'id',
  actorId: 'actor_id',
  entity: 'entity',
  entityId: 'entity_id',
  action: 'action',
} as const;

export const auditList = defineRestList({
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
export const requireMayRead = (
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
