import type { Selectable } from 'kysely';
import type { RestQuery } from '../../../src/contract/shapes/common.ts';
import type { grantableRoles, RegistrationRow } from '../../../src/contract/shapes/session.ts';
import type { Context, Ranged, Request } from '../../context.ts';
import type { Registration } from '../../db/types.ts';
import { defineRestList, readRest, readRestQuestion } from '../../engine/table/rest.ts';
import { equals } from '../../engine/table/statement.ts';
import { notFound } from '../../errors.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { localeOf } from './accountByLogin.ts';
import { makeInvited, sendInvitation } from './inviting.ts';

type Row = Selectable<Registration>;
interface Asking {
  readonly caller: Caller;
  readonly change: Request['change'];
}

const registrationList = defineRestList({
  name: 'registrations',
  select: '*',
  from: 'registration',
  key: 'id',
  sorts: { id: 'id', createdAt: 'created_at', email: 'email', fullName: 'full_name', state: 'state' },
  filters: { state: 'word' },
  filterColumns: { state: 'state' },
  example: '{"state":"pending"}',
});

const onWire = (row: Row): RegistrationRow => ({
  id: row.id,
  email: row.email,
  fullName: row.full_name,
  phone: row.phone,
  state: row.state,
  createdAt: row.created_at,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by,
});

export const listRegistrations = (
  context: Context,
  caller: Caller,
  query: RestQuery,
): Promise<Ranged<RegistrationRow>> =>
  readRest(
    context,
    caller,
    registrationList,
    readRestQuestion(registrationList, query),
    [equals('company_id', caller.companyId)],
    row => onWire(row as unknown as Row),
  );

/** Decides a request. Of two simultaneous decisions the second fails. */
const decide = async ({ db }: Tx, { now }: Context, caller: Caller, id: number, state: Row['state']): Promise<Row> => {
  const row = await db
    .updateTable('registration')
    .set({ state, decided_at: now(), decided_by: caller.fullName })
    .where('company_id', '=', caller.companyId)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
};

const stateChange = (state: Row['state']) => [{ field: 'State', before: 'pending', after: state }];

export const approve = async (
  context: Context,
  { caller, change }: Asking,
  id: number,
  role: (typeof grantableRoles)[number],
): Promise<RegistrationRow> => {
  const row = await change(async tx => {
    const row = await decide(tx, context, caller, id, 'approved');
    const { id: accountId, url } = await makeInvited(context, tx, {
      companyId: row.company_id,
      email: row.email,
      fullName: row.full_name,
      phone: row.phone,
      roles: [role],
      locale: localeOf(row),
    });
    await tx.audit({ entity: 'registration', entityId: id, action: 'approve', changes: stateChange('approved') });
    const { email: to, full_name: name } = row;
    await sendInvitation(tx, {
      companyId: row.company_id,
      accountId,
      to,
      locale: localeOf(row),
      name,
      company: caller.companyName,
      url,
    });
    return row;
  });
  return onWire(row);
};

export const decline = async (context: Context, { caller, change }: Asking, id: number): Promise<RegistrationRow> => {
  const row = await change(async tx => {
    const row = await decide(tx, context, caller, id, 'declined');
    await tx.audit({ entity: 'registration', entityId: id, action: 'decline', changes: stateChange('declined') });
    const values = { name: row.full_name, company: caller.companyName };
    await queueLetter(tx, writeLetter('declined', { to: row.email, locale: localeOf(row), values }));
    return row;
  });
  return onWire(row);
};
