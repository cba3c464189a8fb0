import { defineModule } from '../../module.ts';
import { deviceHandlers } from './routes.ts';
import { devicesTable, obuModelsTable } from './table.ts';

export const devices = defineModule({
  calls: ({ context, dictionaries }) => deviceHandlers(context, dictionaries),
  tables: [devicesTable, obuModelsTable],
});
