import type { CrashResult, StatisticResult } from '../../../src/contract/shapes/telemetry.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { checkedCrashes, checkedStatistics } from './checks.ts';
import { takeCrash, takeStatistic } from './service.ts';

/** Each message is stored on its own: should the server fail on the way, what was stored stays, and sent again is known. */
export const ingestHandlers = ({
  now,
}: Context): HandlersOf<'POST /api/statistic/webhook' | 'POST /api/crash/webhook'> => ({
  'POST /api/statistic/webhook': async ({ body, platform, change }) => {
    const Results: StatisticResult[] = [];
    for (const message of checkedStatistics(body))
      Results.push(await change(tx => takeStatistic(tx, platform.companyId, message, now())));
    return { Results };
  },
  'POST /api/crash/webhook': async ({ body, platform, change }) => {
    const Results: CrashResult[] = [];
    for (const message of checkedCrashes(body, now()))
      Results.push(await change(tx => takeCrash(tx, platform.companyId, message, now())));
    return { ...Results[0]!, Results };
  },
});
