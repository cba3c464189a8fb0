import { type Selectable, sql } from 'kysely';
import type { Role } from '../../../src/contract/access.ts';
import type { ListState } from '../../../src/contract/shapes/savedViews.ts';
import type { Db } from '../../db/connect.ts';
import type { FilterTemplate } from '../../db/types.ts';
import type { Caller } from '../../transaction.ts';

export type ViewRow = Selectable<FilterTemplate>;
/** Columns that a change of a saved view writes. The author of the view stays the same. */
export type ViewValues = Pick<ViewRow, 'resource' | 'split' | 'name' | 'shared' | 'role' | 'changed_at'> & {
  readonly state: ListState;
};

/**
 * Reads the saved views that a user sees: their own, those of their roles (or of every role), and those of the company.
 */
const selectVisibleViews = (db: Db, { companyId, accountId, roles }: Caller, ofEveryRole: boolean) =>
  db
    .selectFrom('filter_template')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(({ or, and, eb }) =>
      or([
        eb('owner_id', '=', accountId),
        eb('shared', '=', 'company'),
        ofEveryRole
          ? eb('shared', '=', 'role')
          : and([eb('shared', '=', 'role'), eb('role', '=', sql<Role>`any(${roles}::text[])`)]),
      ]),
    );

export const readViews = (
  db: Db,
  caller: Caller,
  { resource, split, everyRole }: { readonly resource: string; readonly split: string; readonly everyRole: boolean },
): Promise<ViewRow[]> =>
  selectVisibleViews(db, caller, everyRole)
    .where('resource', '=', resource)
    .where('split', '=', split)
    .orderBy('name')
    .orderBy('id')
    .execute();

/** Reads a saved view and locks its row for a change. */
export const findView = (db: Db, caller: Caller, id: number, everyRole: boolean): Promise<ViewRow | undefined> =>
  selectVisibleViews(db, caller, everyRole).where('id', '=', id).forUpdate().executeTakeFirst();
