import type { Context, HandlersOf } from '../../context.ts';
import { readList } from '../../table/list.ts';
import { presenting } from '../../table/presenting.ts';
import { checkedVoucher } from './checks.ts';
import { readVoucher } from './details.ts';
import { pickVouchers } from './pick.ts';
import { createVoucher } from './service.ts';
import { vouchersTable } from './table.ts';

export const voucherHandlers = (
  context: Context,
): HandlersOf<
  'GET /api/v2/Voucher/table' | 'GET /api/v2/Voucher/pick' | 'GET /api/v2/Voucher/{id}/details' | 'POST /api/v2/Voucher'
> => ({
  'GET /api/v2/Voucher/table': async request =>
    readList(context, vouchersTable, {
      caller: request.caller,
      query: request.query,
      how: presenting(context, request),
      signal: request.signal,
    }),
  'GET /api/v2/Voucher/pick': async ({ caller, query }) =>
    pickVouchers(context.reads.db, caller.companyId, query.search),
  'GET /api/v2/Voucher/{id}/details': async request =>
    readVoucher(context.pool, request.caller.companyId, request.params.id, presenting(context, request)),
  'POST /api/v2/Voucher': async ({ body, caller, change }) => {
    const voucher = checkedVoucher(body, context.now());
    return change(tx => createVoucher(tx, context.workers, caller.companyId, voucher, context.now()));
  },
});
