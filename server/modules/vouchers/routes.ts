import type { VoucherRow } from '../../../src/contract/shapes/voucher.ts';
import { isStorable } from '../../../src/kinds/storable.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { asking } from '../../table/presenting.ts';
import { readRecord } from '../../table/records.ts';
import type { Dictionaries } from '../info/dictionaries.ts';
import { checkedVoucher } from './checks.ts';
import { pickVouchers } from './pick.ts';
import { createVoucher } from './service.ts';
import { vouchersTable } from './table.ts';

type Names = 'GET /api/v2/Voucher/pick' | 'GET /api/v2/Voucher/{id}/details' | 'POST /api/v2/Voucher';

export const voucherHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<Names> => ({
  'GET /api/v2/Voucher/pick': async ({ caller, query }) => {
    if (!isStorable(query.search)) throw invalid({ field: 'search', message: 'pattern' });
    return pickVouchers(context.reads.db, caller.companyId, query.search);
  },
  'GET /api/v2/Voucher/{id}/details': async request =>
    readRecord<VoucherRow>(context.db, vouchersTable, asking(context, dictionaries, request), request.params.id),
  'POST /api/v2/Voucher': async ({ body, caller, change }) => {
    const voucher = checkedVoucher(body, context.now());
    return change(tx => createVoucher(tx, context.workers, caller.companyId, voucher, context.now()));
  },
});
