import type { Values } from '../../../src/contract/describedTypes.ts';
import type { VoucherCreate } from '../../../src/contract/shapes/voucher.ts';
import type { Context, HandlersOf, Request } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { createVoucher } from './creating.ts';
import { faultsNamedBy, flatVoucher, nestedNames, withNameParts } from './flatVoucher.ts';
import { movingHandlers } from './movingRoutes.ts';
import { readingHandlers } from './readingRoutes.ts';

type Names = 'POST /api/v2/Voucher' | 'POST /api/voucher' | 'POST /api/voucher1';
type Asker = Pick<Request<Names>, 'caller' | 'locale' | 'change'>;

const creatingHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<Names> => {
  const { workers, now } = context;
  const create = (request: Asker, flat: Values) =>
    request.change(tx => createVoucher(tx, workers, toRequestContext(context, dictionaries, request), flat, now()));
  const nested = (request: Asker & { readonly body: VoucherCreate }) =>
    faultsNamedBy(nestedNames, create(request, flatVoucher(request.body)));
  return {
    'POST /api/v2/Voucher': nested,
    'POST /api/voucher': nested,
    'POST /api/voucher1': async request => create(request, withNameParts(request.body)),
  };
};

export { voucherImporter } from './importing.ts';

export const voucherHandlers = (context: Context, dictionaries: Dictionaries) => ({
  ...readingHandlers(context, dictionaries),
  ...creatingHandlers(context, dictionaries),
  ...movingHandlers(context, dictionaries),
});
