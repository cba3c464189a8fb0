import type { Dispatcher } from '../../jobs/define.ts';
import type { Place } from '../../jobs/service.ts';
import { deliverDue } from './delivering.ts';
import { webhookTask } from './queue.ts';
import { wakeDue } from './repository.ts';

/** Webhooks that one process sends to at once; others wait for their turn. */
const atOnce = 16;

/** Sends to webhooks: each by itself, so that a slow receiver takes nobody's time but its own. */
export const webhookDispatcher: Dispatcher = {
  task: webhookTask,
  start: context => {
    const closing = new AbortController();
    const atWork = new Map<string, Promise<void>>();
    const waiting = new Map<string, Place>();
    const failed = (error: unknown) => context.log.warn({ err: error }, 'webhooks: a turn was lost');
    const turn = async (key: string, place: Place) => {
      const again = await deliverDue(context, place, closing.signal).catch(failed);
      atWork.delete(key);
      if (again) waiting.set(key, place);
      begin();
    };
    const begin = (): void => {
      for (const [key, place] of waiting) {
        if (closing.signal.aborted || atWork.size >= atOnce) return;
        if (atWork.has(key)) continue;
        waiting.delete(key);
        atWork.set(key, turn(key, place));
      }
    };
    return {
      wake: place => {
        waiting.set(`${place.companyId}-${place.id}`, place);
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
