import type { CrashResult, StatisticResult } from '../../../src/contract/shapes/telemetry.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { type PreparedMessage, readMessages, takeCrash, takeStatistic } from '../ingest/service.ts';
import { readTraccar } from './reading.ts';

/** What Traccar forwards is put into the words of our own calls, and taken by what takes those. */
export const traccarHandlers = ({ now, workers }: Context): HandlersOf<'POST /api/v3/ingest/traccar'> => ({
  'POST /api/v3/ingest/traccar': async ({ body, platform, change }) => {
    const { statistic, crash } = readTraccar(body);
    const nowMs = now().getTime();
    // Both are checked before the first is taken.
    const crashes: PreparedMessage[] = [];
    if (crash) for await (const message of readMessages(workers, 'crash', crash, nowMs)) crashes.push(message);
    let Telemetry: StatisticResult | null = null;
    let Accident: CrashResult | null = null;
    if (statistic)
      for await (const message of readMessages(workers, 'statistic', statistic, nowMs))
        Telemetry = await change(tx => takeStatistic(tx, workers, platform, message));
    for (const message of crashes) Accident = await change(tx => takeCrash(tx, workers, platform, message));
    return { Telemetry, Accident };
  },
});
