import { type Selectable, sql } from 'kysely';
import { hasAnyRole, type Role, rights } from '../../../src/contract/access.ts';
import { savedViewsMax } from '../../../src/contract/limits.ts';
import type { ListState, SavedView, SavedViewChange } from '../../../src/contract/shapes/savedViews.ts';
import { type Resource, rolesForVerb } from '../../../src/schema/define.ts';
import { filterParameters, sortableFields } from '../../../src/schema/filters.ts';
import type { Context, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { constraintOf } from '../../db/constraint.ts';
import { differences } from '../../db/differences.ts';
import type { FilterTemplate } from '../../db/types.ts';
import { DomainError, type FieldFault, invalid, notFound } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import type { Registry } from '../table/define.ts';
import { columnFaults, queryFaults, requireReadableList } from '../table/readableList.ts';
import { parseName } from '../validation.ts';

type ViewRow = Selectable<FilterTemplate>;
type ViewValues = Pick<ViewRow, 'resource' | 'split' | 'name' | 'shared' | 'role' | 'changed_at'> & {
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

const readViews = (
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

const findView = (db: Db, caller: Caller, id: number, everyRole: boolean): Promise<ViewRow | undefined> =>
  selectVisibleViews(db, caller, everyRole).where('id', '=', id).forUpdate().executeTakeFirst();

const sortFault = (resource: Resource, sort: string | undefined): readonly FieldFault[] => {
  const allowed = sortableFields(resource).flatMap(name => [`${name}-asc`, `${name}-desc`]);
  if (sort === undefined || allowed.includes(sort)) return [];
  return [{ field: 'State.Sort', message: 'unknownSort', values: { values: allowed.join(', ') } }];
};

/**
 * Validates the list's state in a saved view as the list's API call does, and converts the values to their types.
 * Throws for an unknown filter or column.
 */
const validateState = (registry: Registry, resource: Resource, state: ListState): ListState => {
  const known = filterParameters(resource).map(({ name }) => name);
  const filterEntries = Object.entries(state.Filters ?? {});
  const filters = Object.fromEntries(filterEntries.filter(([name]) => known.includes(name)));
  const search = state.Search === undefined ? {} : { search: state.Search };
  const faults = [
    // Other parameters of the list's API call, such as the page number, may not be stored in a view.
    ...filterEntries
      .filter(([name]) => !known.includes(name))
      .map(([name]): FieldFault => ({ field: `State.Filters.${name}`, message: 'unknown' })),
    ...queryFaults(registry, resource, filters, 'State.Filters'),
    ...queryFaults(registry, resource, search, 'State'),
    ...sortFault(resource, state.Sort),
    ...columnFaults(resource, state.Columns ?? [], 'State.Columns'),
    ...columnFaults(resource, Object.keys(state.Widths ?? {}), 'State.Widths'),
  ];
  if (faults.length > 0) throw invalid(...faults);
  // The validation has converted the values of `filters`. It has also added defaults of parameters that are no filters,
  // which are left out here.
  const typedFilters = Object.fromEntries(Object.entries(filters).filter(([name]) => known.includes(name)));
  return { ...state, ...(state.Filters && { Filters: typedFilters }) };
};

const audienceRole = (
  resource: Resource,
  { Shared, Role }: SavedViewChange,
  { roles }: Pick<Caller, 'roles'>,
): Role | null => {
  if (Shared !== 'role') {
    if (Role !== undefined) throw invalid({ field: 'Role', message: 'unknown' });
    return null;
  }
  const role = Role ?? roles[0];
  // A view is not shared with a role that may not read its list, because that role would never see it.
  if (role === undefined || !hasAnyRole([role], rolesForVerb(resource, 'list') ?? []))
    throw invalid({ field: 'Role', message: 'unknownOption' });
  return role;
};

const entity = 'filterTemplate';

const isManager = ({ roles }: Caller): boolean => hasAnyRole(roles, rights.sharedViews);

/** Whether the user may change a view. The author may, and managers may change shared views. */
const mayChange = ({ owner_id, shared }: Pick<ViewRow, 'owner_id' | 'shared'>, caller: Caller): boolean =>
  owner_id === caller.accountId || (shared !== 'me' && isManager(caller));

const forbidden = (): DomainError => new DomainError('FORBIDDEN', { values: { roles: rights.sharedViews.join(', ') } });

const toWire = (row: ViewRow, caller: Caller): SavedView => ({
  Id: row.id,
  Resource: row.resource,
  ...(row.split !== '' && { Split: row.split }),
  Name: row.name,
  Shared: row.shared,
  Role: row.role,
  State: row.state,
  OwnerName: row.owner_name,
  Mine: row.owner_id === caller.accountId,
  Changeable: mayChange(row, caller),
  ChangedAt: row.changed_at,
});

export const listViews = async (
  { db, registry }: Context,
  { caller, query: { resource, split } }: Pick<Request<'GET /api/v3/filtertemplates'>, 'caller' | 'query'>,
): Promise<SavedView[]> => {
  const listName = { Resource: resource, ...(split !== undefined && { Split: split }) };
  const { name } = requireReadableList(registry, listName, caller);
  const rows = await readViews(db, caller, { resource: name, split: split ?? '', everyRole: isManager(caller) });
  return rows.map(row => toWire(row, caller));
};

const auditFieldsOf = ({ name, shared, role, state }: Pick<ViewRow, 'name' | 'shared' | 'role' | 'state'>) => ({
  Name: name,
  Shared: shared,
  Role: role,
  State: JSON.stringify(state),
});
const emptyAuditFields = { Name: null, Shared: null, Role: null, State: null };

/**
 * Writes the history and the event of a shared view. A private view has no history, and its event goes to its author
 * only.
 */
const emitChange = async (
  tx: Tx,
  caller: Caller,
  id: number,
  before: ViewRow | undefined,
  after: ViewValues | undefined,
) => {
  const action = !before ? 'create' : after ? 'update' : 'remove';
  const wasShared = before !== undefined && before.shared !== 'me';
  const isShared = after !== undefined && after.shared !== 'me';
  const changes = differences(
    before ? auditFieldsOf(before) : emptyAuditFields,
    after ? auditFieldsOf(after) : emptyAuditFields,
  );
  if ((wasShared || isShared) && changes.length > 0) await tx.audit({ entity, entityId: id, action, changes });
  const event = { Resource: 'filterTemplates', Id: id, Action: action, ActorId: tx.actorId };
  if (wasShared || isShared) tx.emit('record', event);
  else tx.emit('record', event, caller.accountId);
};

const insertView = async ({ db }: Tx, caller: Caller, values: ViewValues): Promise<number> => {
  // A lock makes two simultaneous saves of a user run one after the other. So each counts the view that the other
  // saved.
  await sql`select 1 from account where company_id = ${caller.companyId} and id = ${caller.accountId} for update`.execute(
    db,
  );
  const { count } = await db
    .selectFrom('filter_template')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', caller.companyId)
    .where('owner_id', '=', caller.accountId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= savedViewsMax)
    throw new DomainError('RULE_BROKEN', {
      fields: [{ field: 'Name', message: 'tooManyViews', values: { max: savedViewsMax } }],
    });
  const owner = { company_id: caller.companyId, owner_id: caller.accountId, owner_name: caller.fullName };
  const { id } = await db
    .insertInto('filter_template')
    .values({ ...owner, ...values, state: JSON.stringify(values.state) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const updateView = async ({ db }: Tx, caller: Caller, before: ViewRow, values: ViewValues): Promise<number> => {
  if (!mayChange(before, caller)) throw forbidden();
  if (before.resource !== values.resource || before.split !== values.split)
    throw invalid({ field: 'Resource', message: 'unknownOption' });
  await db
    .updateTable('filter_template')
    .set({ ...values, state: JSON.stringify(values.state) })
    .where('company_id', '=', caller.companyId)
    .where('id', '=', before.id)
    .execute();
  return before.id;
};

export const saveView = async (
  { now, registry }: Context,
  { caller, change, body }: Pick<Request<'POST /api/filtertemplate'>, 'caller' | 'change' | 'body'>,
): Promise<{ Id: number }> => {
  const resource = requireReadableList(registry, body, caller);
  const name = parseName('Name', body.Name);
  if (body.Shared !== 'me' && !isManager(caller)) throw forbidden();
  const values: ViewValues = {
    resource: resource.name,
    split: body.Split ?? '',
    name,
    shared: body.Shared,
    role: audienceRole(resource, body, caller),
    state: validateState(registry, resource, body.State),
    changed_at: now().toISOString(),
  };
  try {
    return await change(async tx => {
      const before = body.Id === undefined ? undefined : await findView(tx.db, caller, body.Id, isManager(caller));
      if (body.Id !== undefined && !before) throw notFound();
      const id = before ? await updateView(tx, caller, before, values) : await insertView(tx, caller, values);
      await emitChange(tx, caller, id, before, values);
      return { Id: id };
    });
  } catch (error) {
    if (constraintOf(error) !== 'filter_template_name') throw error;
    const nameFault = { field: 'Name', message: 'taken', values: { value: name } } as const;
    throw new DomainError('TAKEN', { values: nameFault.values, fields: [nameFault] });
  }
};

export const deleteView = ({
  caller,
  change,
  body: { Id },
}: Pick<Request<'POST /api/filtertemplate/delete'>, 'caller' | 'change' | 'body'>): Promise<{ Done: true }> =>
  change(async tx => {
    const before = await findView(tx.db, caller, Id, isManager(caller));
    if (!before) throw notFound();
    if (!mayChange(before, caller)) throw forbidden();
    await tx.db.deleteFrom('filter_template').where('company_id', '=', caller.companyId).where('id', '=', Id).execute();
    await emitChange(tx, caller, Id, before, undefined);
    return { Done: true };
  });
