import { defineModule } from '../../module.ts';
import { voucherHandlers, voucherImporter } from './routes.ts';
import { vouchersTable } from './table.ts';

export const vouchers = defineModule({
  calls: ({ context, dictionaries }) => voucherHandlers(context, dictionaries),
  tables: [vouchersTable],
  importers: { vouchers: voucherImporter },
});
