import type { Dispatcher, JobKey } from '../../engine/jobs/define.ts';
import { deliverDue } from './delivering.ts';
import { webhookTask } from './queue.ts';
import { wakeDue } from './repository.ts';

/**
 * Maximum number of webhooks that one process sends to at once, in total and for one company. Others wait for their
 * turn.
 */
const atOnce = 32;
const ofCompanyAtOnce = 4;

const keyOf = ({ companyId, id }: JobKey): string => `${companyId}-${id}`;

/** Sends to each webhook separately, so that a slow receiver delays only its own deliveries. */
export const webhookDispatcher: Dispatcher = {
  task: webhookTask,
  start: context => {
    const closing = new AbortController();
    const atWork = new Map<string, Promise<void>>();
    const waiting = new Map<string, JobKey>();
    const failed = (error: unknown) => context.log.warn({ err: error }, 'webhooks: a turn was lost');
    const hasPlace = ({ companyId }: JobKey): boolean =>
      atWork.size < atOnce &&
      [...atWork.keys()].filter(key => key.startsWith(`${companyId}-`)).length < ofCompanyAtOnce;
    const turn = async (place: JobKey) => {
      const again = await deliverDue(context, place, closing.signal).catch(failed);
      atWork.delete(keyOf(place));
      if (again) waiting.set(keyOf(place), place);
      begin();
    };
    const begin = (): void => {
      for (const [key, place] of waiting) {
        if (closing.signal.aborted || atWork.has(key) || !hasPlace(place)) continue;
        waiting.delete(key);
        atWork.set(key, turn(place));
      }
    };
    return {
      wake: place => {
        waiting.set(keyOf(place), place);
        begin();
      },
      look: () => wakeDue(context),
      stop: async () => {
        closing.abort();
        await Promise.all(atWork.values());
      },
    };
  },
};
