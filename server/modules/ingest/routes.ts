import type { CrashResult, StatisticResult } from '../../../src/contract/shapes/telemetry.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { worded } from './answers.ts';
import { readMessages } from './inbox.ts';
import { takeCrash, takeStatistic } from './service.ts';

export { deviceCheck } from './checking.ts';
export { anomalyActions } from './deciding.ts';

/** Stores each message in its own transaction. After a failure, a resent request finds the stored ones by their ids. */
export const ingestHandlers = ({
  now,
  workers,
}: Context): HandlersOf<'POST /api/statistic/webhook' | 'POST /api/crash/webhook'> => ({
  'POST /api/statistic/webhook': async ({ body, platform, change, locale }) => {
    const Results: StatisticResult[] = [];
    for await (const message of readMessages(workers, 'statistic', body, now().getTime()))
      Results.push(worded(await change(tx => takeStatistic(tx, workers, platform, message)), locale));
    return { Results };
  },
  'POST /api/crash/webhook': async ({ body, platform, change, locale }) => {
    const Results: CrashResult[] = [];
    for await (const message of readMessages(workers, 'crash', body, now().getTime()))
      Results.push(worded(await change(tx => takeCrash(tx, workers, platform, message)), locale));
    return { ...Results[0]!, Results };
  },
});
