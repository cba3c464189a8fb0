import type { RecordOf } from '../../../src/contract/call.ts';
import type { Context, Request } from '../../context.ts';
import type { PresentContext } from '../../engine/table/define.ts';
import { readRecord } from '../../engine/table/records.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { updateRecord } from '../../engine/table/saving.ts';
import { holdManagers, keepers, requireRoleBeside, rolesOf } from './managers.ts';
import { operatorsTable } from './table.ts';

type Operator = RecordOf<'operators'>;

/** Saves the fields of an operator that the company may change. */
export const changeOperator = (
  context: Context,
  entries: PresentContext['entries'],
  request: Request<'PUT /api/v2/Operator/{id}'>,
): Promise<Operator> => {
  const { body, params, locale } = request;
  return request.change(async tx => {
    const caller = await holdManagers(request.caller)(tx);
    const by = toRequestContext(context, entries, { caller, locale });
    const before = rolesOf(await readRecord(tx.db, operatorsTable, by, params.id));
    const after = await updateRecord<Operator>(tx, operatorsTable, by, params.id, { ...body });
    const given = keepers.filter(role => before.includes(role) && !after.Roles.includes(role));
    if (params.id === caller.accountId) for (const role of given) await requireRoleBeside(tx, caller, role, locale);
    return after;
  });
};
