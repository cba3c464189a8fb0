import { operators } from '../../../src/resources/operators.ts';
import type { Context } from '../../context.ts';
import type { ActionRule, ActionRun } from '../../engine/table/actions.ts';
import { requireMayChange } from '../../engine/table/choiceRights.ts';
import type { Row, Undo } from '../../engine/table/define.ts';
import { DomainError, invalid } from '../../errors.ts';
import { dropInvitation } from '../../mail/queue.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import type { Tx } from '../../transaction.ts';
import { type HandedOver, handOverCases, takeBackCases } from '../accidents/service.ts';
import { endLinks, endSessions } from '../account/service.ts';
import { resend } from './credentials.ts';
import { lockManagers } from './managers.ts';

/**
 * Returns the operator who takes over the cases. Undefined: none is named. Throws unless that account works for the
 * company and differs from the leaving one.
 */
const heirOf = async ({ db }: Tx, { caller, id, values: asked }: ActionRun) => {
  const heirId = asked.HandOverTo;
  if (typeof heirId !== 'number') return undefined;
  const heir = await db
    .selectFrom('account')
    .select(['id', 'full_name as name'])
    .where('company_id', '=', caller.companyId)
    .where('id', '=', heirId)
    .where('id', '<>', id)
    .where('blocked_at', 'is', null)
    .where('invited_at', 'is', null)
    .executeTakeFirst();
  if (!heir) throw invalid({ field: 'HandOverTo', message: 'unknownOption' });
  return heir;
};

/** Ends every access to the account and hands its cases over. Returns the text about the cases for the history. */
const letGo = async (context: Context, tx: Tx, acting: ActionRun, record: Row) => {
  const { caller } = acting;
  const { companyId } = caller;
  const now = context.now();
  // Refuses the caller's own account, because a bulk change would end the caller's session in the middle. No other
  // session could then undo the change.
  if (acting.id === caller.accountId) throw new DomainError('OWN_ACCOUNT');
  const to = await heirOf(tx, acting);
  const from = { id: acting.id, name: String(record.FullName) };
  const reason = acting.values.Reason === '' ? undefined : (acting.values.Reason as string | undefined);
  const handed = await handOverCases(tx, { companyId, from, to, now, reason });
  const cases = handed.length;
  acting.keep({ Cases: handed, HandedTo: to?.id ?? null });
  await endLinks(tx, acting.id, now);
  const ended = await endSessions(tx, acting.id, now);
  const given = to ? [{ field: 'HandOverTo', before: null, after: to.name }] : [];
  const changes = cases > 0 ? [{ field: 'OpenCases', before: cases, after: 0 }, ...given] : [];
  return { ended, changes };
};

const forgetAll = (authentication: Authentication, ended: readonly Buffer[]): void =>
  ended.forEach(authentication.forget);

const block = async (context: Context, authentication: Authentication, acting: ActionRun): Promise<void> => {
  let hashes: readonly Buffer[] = [];
  await acting.change(async (tx, record) => {
    const { ended, changes } = await letGo(context, tx, acting, record);
    hashes = ended;
    await tx.db
      .updateTable('account')
      .set(eb => ({ blocked_at: context.now(), version: eb('version', '+', 1) }))
      .where('company_id', '=', acting.caller.companyId)
      .where('id', '=', acting.id)
      .execute();
    return [{ field: 'State', before: record.State, after: 'blocked' }, ...changes];
  }, lockManagers(acting.caller));
  forgetAll(authentication, hashes);
};

/** Restores access and cases. Ended sessions and links stay ended. */
const undoBlock: Undo = async ({ tx, requestContext: { caller }, id, kept, record, now }) => {
  requireMayChange(operators, caller, record);
  const from = { id, name: String(record.FullName) };
  const cases = (kept.Cases ?? []) as readonly HandedOver[];
  await takeBackCases(tx, { companyId: caller.companyId, from, toId: kept.HandedTo as number | null, now, cases });
};

const unblock = async (acting: ActionRun): Promise<void> => {
  const { caller } = acting;
  await acting.change(async (tx, record) => {
    const { invited_at } = await tx.db
      .updateTable('account')
      .set(eb => ({ blocked_at: null, version: eb('version', '+', 1) }))
      .where('company_id', '=', caller.companyId)
      .where('id', '=', acting.id)
      .returning('invited_at')
      .executeTakeFirstOrThrow();
    return [{ field: 'State', before: record.State, after: invited_at ? 'invited' : 'active' }];
  }, lockManagers(caller));
};

/** Deletes the account's own data. Entries of the account in other records contain its name and stay. */
const removeAccount = async ({ db }: Tx, companyId: number, id: number): Promise<void> => {
  for (const table of ['session', 'account_link', 'known_browser'] as const)
    await db.deleteFrom(table).where('account_id', '=', id).execute();
  for (const table of ['account_picture', 'notification', 'message_read', 'location_view'] as const)
    await db.deleteFrom(table).where('company_id', '=', companyId).where('account_id', '=', id).execute();
  await db.deleteFrom('account').where('company_id', '=', companyId).where('id', '=', id).execute();
};

const remove = async (context: Context, authentication: Authentication, acting: ActionRun): Promise<void> => {
  const { caller } = acting;
  let hashes: readonly Buffer[] = [];
  await acting.change(async (tx, record) => {
    const { ended, changes } = await letGo(context, tx, acting, record);
    hashes = ended;
    await dropInvitation(tx, acting.id);
    await removeAccount(tx, caller.companyId, acting.id);
    tx.countRows('operators', '', -1);
    const gone = ['Email', 'FullName', 'Roles'].map(field => ({ field, before: record[field], after: null }));
    return [...gone, ...changes];
  }, lockManagers(caller));
  forgetAll(authentication, hashes);
};

/** Rules of an operator's actions, by the names in the description. */
export const operatorActions = (
  context: Context,
  authentication: Authentication,
): { readonly [action in 'resend' | 'block' | 'unblock' | 'remove']: ActionRule } => ({
  resend: { act: acting => resend(context, acting) },
  block: {
    act: acting => block(context, authentication, acting),
    undo: undoBlock,
    lockForUndo: (tx, caller) => lockManagers(caller)(tx),
  },
  unblock: { act: unblock },
  remove: { act: acting => remove(context, authentication, acting) },
});
