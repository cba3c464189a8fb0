import { defineModule } from '../../module.ts';
import { platformHandlers, quarantineCheck } from './routes.ts';
import { platformKeysTable, quarantinedDevicesTable } from './table.ts';

export const platforms = defineModule({
  calls: ({ context, dictionaries }) => platformHandlers(context, dictionaries),
  tables: [platformKeysTable, quarantinedDevicesTable],
  scheduled: [quarantineCheck],
});
