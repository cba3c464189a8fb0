import { holdsOne, type Role, rights } from '../../../src/contract/access.ts';
import type { QueryFor } from '../../../src/contract/index.ts';
import type { Caller } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { resources } from '../../resources.ts';
import { type RestFilter, type RestPage, readRestFilter, readRestPage } from '../../table/rest.ts';

/** What the audit can be asked by. */
const filters = { id: 'number', entity: 'word', entityId: 'number', action: 'word', actorId: 'number' } as const;
export type FilterName = keyof typeof filters;
const sorts = ['id', 'at', 'actorName', 'entity', 'action'] as const;
export type SortName = (typeof sorts)[number];

export interface AuditQuestion extends RestPage<SortName> {
  readonly filter: RestFilter<typeof filters>;
}

export const readQuestion = (query: QueryFor<'GET /api/v3/audit'>): AuditQuestion => ({
  ...readRestPage(query, sorts),
  filter: readRestFilter(query, filters, '{"entity":"accident","entityId":7}'),
});

const readersOf = (entity: string | undefined): readonly Role[] =>
  Object.values(resources).find(resource => resource.entity === entity)?.access.read ?? [];

/** Who may read a record may look at its history; who did what in the company is for those who look after all. */
export const requireMayRead = ({ roles }: Caller, { filter }: AuditQuestion): void => {
  if (holdsOne(roles, rights.audit)) return;
  const ofOneRecord = filter.entity?.length === 1 && filter.entityId?.length === 1;
  if (ofOneRecord && holdsOne(roles, readersOf(filter.entity?.[0]))) return;
  throw new DomainError('FORBIDDEN', { values: { roles: rights.audit.join(', ') } });
};
