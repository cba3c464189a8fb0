import type { AuditRow } from '../../../src/contract/shapes/audit.ts';
import type { Db } from '../../db/connect.ts';
import { isAnyOf } from '../../table/rest.ts';
import type { AuditQuestion, FilterName, SortName } from './query.ts';

const filterColumns = {
  id: 'id',
  entity: 'entity',
  entityId: 'entity_id',
  action: 'action',
  actorId: 'actor_id',
} as const satisfies { readonly [Name in FilterName]: string };

const sortColumns = {
  id: 'id',
  at: 'at',
  actorName: 'actor_name',
  entity: 'entity',
  action: 'action',
} as const satisfies { readonly [Name in SortName]: string };

const matching = (db: Db, companyId: number, { filter }: AuditQuestion) => {
  let query = db.selectFrom('audit').where('company_id', '=', companyId);
  for (const [name, values] of Object.entries(filter) as [FilterName, readonly (string | number)[]][])
    query = query.where(eb => isAnyOf(eb.ref(filterColumns[name]), values));
  return query;
};

export const readAudit = async (
  db: Db,
  companyId: number,
  question: AuditQuestion,
): Promise<{ rows: AuditRow[]; total: number }> => {
  const { sort, direction, first, last } = question;
  const [rows, { total }] = await Promise.all([
    matching(db, companyId, question)
      .select(['id', 'at', 'actor_id as actorId', 'actor_name as actorName', 'entity', 'entity_id as entityId'])
      .select(['action', 'reason', 'changes'])
      .orderBy(sortColumns[sort], direction)
      .orderBy('id', direction)
      .limit(last - first + 1)
      .offset(first)
      .execute(),
    matching(db, companyId, question)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
};
