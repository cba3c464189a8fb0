import { defineModule } from '../../module.ts';
import { statisticHandlers } from './routes.ts';
import { scoringOfPeriodTable, scoringTable } from './table.ts';

export const statistics = defineModule({
  calls: ({ context }) => statisticHandlers(context),
  tables: [scoringTable, scoringOfPeriodTable],
});
