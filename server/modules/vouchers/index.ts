import type { Values } from '../../../src/contract/describedTypes.ts';
import type { VoucherCreate } from '../../../src/contract/shapes/voucher.ts';
import type { Context, HandlersOf, Request } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { defineModule } from '../../module.ts';
import { flatVoucher, nestedNames, renameFaultFields, splitClientName } from './flatVoucher.ts';
import { moveHandlers } from './moveRoutes.ts';
import { readingHandlers } from './readingRoutes.ts';
import { createVoucher } from './voucherCreation.ts';
import { voucherImporter } from './voucherImport.ts';

type CallName = 'POST /api/v2/Voucher' | 'POST /api/voucher' | 'POST /api/voucher1';
type CreateRequest = Pick<Request<CallName>, 'caller' | 'locale' | 'change'>;

const createHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<CallName> => {
  const { workers, now } = context;
  const createFromFlat = (request: CreateRequest, values: Values) =>
    request.change(tx => createVoucher(tx, workers, toRequestContext(context, dictionaries, request), values, now()));
  const createFromNested = (request: CreateRequest & { readonly body: VoucherCreate }) =>
    renameFaultFields(nestedNames, createFromFlat(request, flatVoucher(request.body)));
  return {
    'POST /api/v2/Voucher': createFromNested,
    'POST /api/voucher': createFromNested,
    'POST /api/voucher1': async request => createFromFlat(request, splitClientName(request.body)),
  };
};

const voucherHandlers = (context: Context, dictionaries: Dictionaries) => ({
  ...readingHandlers(context, dictionaries),
  ...createHandlers(context, dictionaries),
  ...moveHandlers(context, dictionaries),
});

export const vouchers = defineModule({
  calls: ({ context, dictionaries }) => voucherHandlers(context, dictionaries),
  importers: { vouchers: voucherImporter },
});
