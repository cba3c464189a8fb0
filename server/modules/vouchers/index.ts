import { defineModule } from '../../module.ts';
import { voucherHandlers, voucherImporter } from './routes.ts';

export const vouchers = defineModule({
  calls: ({ context, dictionaries }) => voucherHandlers(context, dictionaries),
  importers: { vouchers: voucherImporter },
});
