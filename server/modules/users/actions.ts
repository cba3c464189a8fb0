import { operators } from '../../../src/resources/operators.ts';
import type { Context } from '../../context.ts';
import type { ActionRule, ActionRun } from '../../engine/table/actions.ts';
import { requireMayChange } from '../../engine/table/choiceRights.ts';
import type { Row, Undo } from '../../engine/table/define.ts';
import { DomainError, invalid } from '../../errors.ts';
import { dropInvitation } from '../../mail/queue.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import type { Tx } from '../../transaction.ts';
import { type HandedOver, handOverCases, undoHandOver } from '../accidents/service.ts';
import { endSessions, invalidateLinks } from '../account/service.ts';
import { resendCredentials } from './credentials.ts';
import { lockManagers } from './managers.ts';

/**
 * Returns the operator who takes over the cases. Undefined: none is named. Throws unless that account works for the
 * company and differs from the leaving one.
 */
const readSuccessor = async ({ db }: Tx, { caller, id, values }: ActionRun) => {
  const successorId = values.HandOverTo;
  if (typeof successorId !== 'number') return undefined;
  const successor = await db
    .selectFrom('account')
    .select(['id', 'full_name as name'])
    .where('company_id', '=', caller.companyId)
    .where('id', '=', successorId)
    .where('id', '<>', id)
    .where('blocked_at', 'is', null)
    .where('invited_at', 'is', null)
    .executeTakeFirstOrThrow(() => invalid({ field: 'HandOverTo', message: 'unknownOption' }));
  return successor;
};

/**
 * Ends every access to the account and hands its cases over to another operator. Returns the text about the cases for
 * the account's history.
 */
const revokeAccess = async (context: Context, tx: Tx, run: ActionRun, record: Row) => {
  const { caller } = run;
  const { companyId } = caller;
  const now = context.now();
  // Refuses the caller's own account, because a bulk change would end the caller's session in the middle. No other
  // session could then undo the change.
  if (run.id === caller.accountId) throw new DomainError('OWN_ACCOUNT');
  const to = await readSuccessor(tx, run);
  const from = { id: run.id, name: String(record.FullName) };
  const reason = run.values.Reason === '' ? undefined : (run.values.Reason as string | undefined);
  const handedCases = await handOverCases(tx, { companyId, from, to, now, reason });
  const cases = handedCases.length;
  run.keep({ Cases: handedCases, HandedTo: to?.id ?? null });
  await invalidateLinks(tx, run.id, now);
  const endedTokenHashes = await endSessions(tx, run.id, now);
  const successorChange = to ? [{ field: 'HandOverTo', before: null, after: to.name }] : [];
  const changes = cases > 0 ? [{ field: 'OpenCases', before: cases, after: 0 }, ...successorChange] : [];
  return { endedTokenHashes, changes };
};

const forgetSessions = (authentication: Authentication, endedTokenHashes: readonly Buffer[]): void =>
  endedTokenHashes.forEach(authentication.forget);

const blockOperator = async (context: Context, authentication: Authentication, run: ActionRun): Promise<void> => {
  let tokenHashes: readonly Buffer[] = [];
  await run.change(async (tx, record) => {
    const { endedTokenHashes, changes } = await revokeAccess(context, tx, run, record);
    tokenHashes = endedTokenHashes;
    await tx.db
      .updateTable('account')
      .set(eb => ({ blocked_at: context.now(), version: eb('version', '+', 1) }))
      .where('company_id', '=', run.caller.companyId)
      .where('id', '=', run.id)
      .execute();
    return [{ field: 'State', before: record.State, after: 'blocked' }, ...changes];
  }, lockManagers(run.caller));
  forgetSessions(authentication, tokenHashes);
};

/** Restores the account's access and cases. Sessions and links that were ended stay ended. */
const undoBlock: Undo = async ({ tx, requestContext: { caller }, id, keptValues, record, now }) => {
  requireMayChange(operators, caller, record);
  const from = { id, name: String(record.FullName) };
  const cases = (keptValues.Cases ?? []) as readonly HandedOver[];
  await undoHandOver(tx, { companyId: caller.companyId, from, toId: keptValues.HandedTo as number | null, now, cases });
};

const unblockOperator = async (run: ActionRun): Promise<void> => {
  const { caller } = run;
  await run.change(async (tx, record) => {
    const { invited_at } = await tx.db
      .updateTable('account')
      .set(eb => ({ blocked_at: null, version: eb('version', '+', 1) }))
      .where('company_id', '=', caller.companyId)
      .where('id', '=', run.id)
      .returning('invited_at')
      .executeTakeFirstOrThrow();
    return [{ field: 'State', before: record.State, after: invited_at ? 'invited' : 'active' }];
  }, lockManagers(caller));
};

/**
 * Deletes the account's own data, such as sessions. Entries in the history of other records contain the account's name
 * and stay.
 */
const deleteAccount = async ({ db }: Tx, companyId: number, id: number): Promise<void> => {
  for (const table of ['session', 'account_link', 'known_browser'] as const)
    await db.deleteFrom(table).where('account_id', '=', id).execute();
  for (const table of ['account_picture', 'notification', 'message_read', 'location_view'] as const)
    await db.deleteFrom(table).where('company_id', '=', companyId).where('account_id', '=', id).execute();
  await db.deleteFrom('account').where('company_id', '=', companyId).where('id', '=', id).execute();
};

const removeOperator = async (context: Context, authentication: Authentication, run: ActionRun): Promise<void> => {
  const { caller } = run;
  let tokenHashes: readonly Buffer[] = [];
  await run.change(async (tx, record) => {
    const { endedTokenHashes, changes } = await revokeAccess(context, tx, run, record);
    tokenHashes = endedTokenHashes;
    await dropInvitation(tx, run.id);
    await deleteAccount(tx, caller.companyId, run.id);
    tx.countRows('operators', '', -1);
    const removedFields = ['Email', 'FullName', 'Roles'].map(field => ({ field, before: record[field], after: null }));
    return [...removedFields, ...changes];
  }, lockManagers(caller));
  forgetSessions(authentication, tokenHashes);
};

export const operatorActions = (
  context: Context,
  authentication: Authentication,
): { readonly [action in 'resend' | 'block' | 'unblock' | 'remove']: ActionRule } => ({
  resend: { act: run => resendCredentials(context, run) },
  block: {
    act: run => blockOperator(context, authentication, run),
    undo: undoBlock,
    lockForUndo: (tx, caller) => lockManagers(caller)(tx),
  },
  unblock: { act: unblockOperator },
  remove: { act: run => removeOperator(context, authentication, run) },
});
