import { sql } from 'kysely';
import { holdsOne, type Role, rights } from '../../../src/contract/access.ts';
import { savedViewsMax } from '../../../src/contract/limits.ts';
import type { ListState, SavedView, SavedViewChange } from '../../../src/contract/shapes/savedViews.ts';
import { type Resource, roleFor } from '../../../src/schema/define.ts';
import { filterParameters, sortableFields } from '../../../src/schema/filters.ts';
import type { Context, Request } from '../../context.ts';
import { constraintOf } from '../../db/constraint.ts';
import { differences } from '../../db/differences.ts';
import { DomainError, type FieldFault, invalid, notFound } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import type { Registry } from '../table/define.ts';
import { columnFaults, queryFaults, requireReadableList } from '../table/readableList.ts';
import { findView, type Row, type RowValues, readViews } from './repository.ts';

const sortFault = (resource: Resource, sort: string | undefined): readonly FieldFault[] => {
  const allowed = sortableFields(resource).flatMap(name => [`${name}-asc`, `${name}-desc`]);
  if (sort === undefined || allowed.includes(sort)) return [];
  return [{ field: 'State.Sort', message: 'unknownSort', values: { values: allowed.join(', ') } }];
};

/**
 * Validates the state as the list's call does, and converts the values to their types. Throws for an unknown filter or
 * column.
 */
const checkedState = (registry: Registry, resource: Resource, state: ListState): ListState => {
  const known = filterParameters(resource).map(({ name }) => name);
  const named = Object.entries(state.Filters ?? {});
  const filters = Object.fromEntries(named.filter(([name]) => known.includes(name)));
  const search = state.Search === undefined ? {} : { search: state.Search };
  const faults = [
    // Other parameters of the list's call, such as a page, are no filters.
    ...named
      .filter(([name]) => !known.includes(name))
      .map(([name]): FieldFault => ({ field: `State.Filters.${name}`, message: 'unknown' })),
    ...queryFaults(registry, resource, filters, 'State.Filters'),
    ...queryFaults(registry, resource, search, 'State'),
    ...sortFault(resource, state.Sort),
    ...columnFaults(resource, state.Columns ?? [], 'State.Columns'),
    ...columnFaults(resource, Object.keys(state.Widths ?? {}), 'State.Widths'),
  ];
  if (faults.length > 0) throw invalid(...faults);
  // The validation has converted the values of `filters`, and added defaults of parameters that are no filters.
  const typed = Object.fromEntries(Object.entries(filters).filter(([name]) => known.includes(name)));
  return { ...state, ...(state.Filters && { Filters: typed }) };
};

/** The role that a view is shared with. Null unless it is shared with a role. */
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
  // A role that may not read the list would never see its view.
  if (role === undefined || !holdsOne([role], roleFor(resource, 'list') ?? []))
    throw invalid({ field: 'Role', message: 'unknownOption' });
  return role;
};

const entity = 'filterTemplate';

const isManager = ({ roles }: Caller): boolean => holdsOne(roles, rights.sharedViews);

/** The author may change a view. Managers may change shared views. */
const mayChange = ({ owner_id, shared }: Pick<Row, 'owner_id' | 'shared'>, caller: Caller): boolean =>
  owner_id === caller.accountId || (shared !== 'me' && isManager(caller));

const forbidden = (): DomainError => new DomainError('FORBIDDEN', { values: { roles: rights.sharedViews.join(', ') } });

const onWire = (row: Row, caller: Caller): SavedView => ({
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
  const asked = { Resource: resource, ...(split !== undefined && { Split: split }) };
  const { name } = requireReadableList(registry, asked, caller);
  const rows = await readViews(db, caller, { resource: name, split: split ?? '', everyRole: isManager(caller) });
  return rows.map(row => onWire(row, caller));
};

const figures = ({ name, shared, role, state }: Pick<Row, 'name' | 'shared' | 'role' | 'state'>) => ({
  Name: name,
  Shared: shared,
  Role: role,
  State: JSON.stringify(state),
});
const nothing = { Name: null, Shared: null, Role: null, State: null };

/**
 * Writes the history and the event of a shared view. A private view has no history, and its event goes to its author
 * only.
 */
const emitChange = async (
  tx: Tx,
  caller: Caller,
  id: number,
  before: Row | undefined,
  after: RowValues | undefined,
) => {
  const action = !before ? 'create' : after ? 'update' : 'remove';
  const wasShared = before !== undefined && before.shared !== 'me';
  const isShared = after !== undefined && after.shared !== 'me';
  const changes = differences(before ? figures(before) : nothing, after ? figures(after) : nothing);
  if ((wasShared || isShared) && changes.length > 0) await tx.audit({ entity, entityId: id, action, changes });
  const news = { Resource: 'filterTemplates', Id: id, Action: action, ActorId: tx.actorId };
  if (wasShared || isShared) tx.emit('record', news);
  else tx.emit('record', news, caller.accountId);
};

const insert = async ({ db }: Tx, caller: Caller, values: RowValues): Promise<number> => {
  // Serialises two simultaneous saves of a user, so that each counts the other.
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

const update = async ({ db }: Tx, caller: Caller, before: Row, values: RowValues): Promise<number> => {
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
  const name = body.Name.trim();
  if (name === '') throw invalid({ field: 'Name', message: 'required' });
  if (body.Shared !== 'me' && !isManager(caller)) throw forbidden();
  const values: RowValues = {
    resource: resource.name,
    split: body.Split ?? '',
    name,
    shared: body.Shared,
    role: audienceRole(resource, body, caller),
    state: checkedState(registry, resource, body.State),
    changed_at: now().toISOString(),
  };
  try {
    return await change(async tx => {
      const before = body.Id === undefined ? undefined : await findView(tx.db, caller, body.Id, isManager(caller));
      if (body.Id !== undefined && !before) throw notFound();
      const id = before ? await update(tx, caller, before, values) : await insert(tx, caller, values);
      await emitChange(tx, caller, id, before, values);
      return { Id: id };
    });
  } catch (error) {
    if (constraintOf(error) !== 'filter_template_name') throw error;
    const taken = { field: 'Name', message: 'taken', values: { value: name } } as const;
    throw new DomainError('TAKEN', { values: taken.values, fields: [taken] });
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
