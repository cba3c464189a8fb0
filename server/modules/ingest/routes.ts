import type { CrashResult, StatisticResult } from '../../../src/contract/shapes/telemetry.ts';
import type { Context, HandlersOf, Request } from '../../context.ts';
import { outageFault } from '../../db/outage.ts';
import { DomainError } from '../../errors.ts';
import { type StatisticAnswer, worded } from './answers.ts';
import { grouped } from './groups.ts';
import { readMessages } from './inbox.ts';
import type { PreparedMessage } from './preparing.ts';
import { takeCrash, takeStatistic, takeStatistics } from './service.ts';

export { deviceCheck } from './checking.ts';
export { anomalyActions } from './deciding.ts';

/** Stores messages of one device together, or one by one if that fails: one of them must not keep the others out. */
const takeGroup = async (
  { workers, log }: Context,
  { platform, change }: Pick<Request<'POST /api/statistic/webhook'>, 'platform' | 'change'>,
  messages: readonly PreparedMessage[],
): Promise<readonly StatisticAnswer[]> => {
  if (messages.length > 1)
    try {
      return await change(tx => takeStatistics(tx, workers, platform, messages));
    } catch (error) {
      if (error instanceof DomainError || outageFault(error)) throw error;
      log.info({ err: error, messages: messages.length }, 'messages of a device are stored one by one');
    }
  const answers: StatisticAnswer[] = [];
  for (const message of messages) answers.push(await change(tx => takeStatistic(tx, workers, platform, message)));
  return answers;
};

/**
 * Stores the messages of each device in transactions of their own. After a failure, a resent request finds the stored
 * ones by their ids.
 */
export const ingestHandlers = (
  context: Context,
): HandlersOf<'POST /api/statistic/webhook' | 'POST /api/crash/webhook'> => ({
  'POST /api/statistic/webhook': async ({ body, platform, change, locale }) => {
    const { workers, now } = context;
    const Results: StatisticResult[] = [];
    for await (const group of grouped(readMessages(workers, 'statistic', body, now().getTime()))) {
      const answers = await takeGroup(
        context,
        { platform, change },
        group.map(({ message }) => message),
      );
      for (const [n, { index }] of group.entries()) Results[index] = worded(answers[n]!, locale);
    }
    return { Results };
  },
  'POST /api/crash/webhook': async ({ body, platform, change, locale }) => {
    const { workers, now } = context;
    const Results: CrashResult[] = [];
    for await (const message of readMessages(workers, 'crash', body, now().getTime()))
      Results.push(worded(await change(tx => takeCrash(tx, workers, platform, message)), locale));
    return { ...Results[0]!, Results };
  },
});
