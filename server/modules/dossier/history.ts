import { sql } from 'kysely';
import type { AuditRow } from '../../../src/contract/shapes/audit.ts';
import type { Db } from '../../db/connect.ts';

/** Actions that are left out: opening a case changes nothing, and a dossier does not describe itself. */
export const leftOut = ['lock', 'unlock', 'dossier', 'dossierFetch'];

/** History of an accident, oldest first. */
export const readHistory = async (
  db: Db,
  { companyId, id }: { readonly companyId: number; readonly id: number },
): Promise<AuditRow[]> => {
  const { rows } = await sql<AuditRow>`
    select id, at, actor_id as "actorId", actor_name as "actorName", entity, entity_id as "entityId", action, reason, changes
    from audit where company_id = ${companyId} and entity = 'accident' and entity_id = ${id}
      and action <> all(${leftOut}::text[])
    order by id`.execute(db);
  return rows;
};
