import type { Context } from '../../context.ts';
import type { Dispatcher, JobKey } from '../../engine/jobs/define.ts';
import { noteDelivered, noteFailed } from './outcomes.ts';
import { post } from './posting.ts';
import { webhookTask } from './queue.ts';
import { expire, type Held, hold, nextDue, release, renew, wakeDue } from './repository.ts';
import { signedHeaders } from './signing.ts';

/** Longest time for one webhook before the next one gets its turn, ms. */
const turnMs = 20_000;

/** Sends the first due delivery. False: none is due, or the attempt failed. */
const sendNext = async (context: Context, held: Held, signal: AbortSignal): Promise<boolean> => {
  const { db, now, webhooks } = context;
  const due = await nextDue(db, held, now());
  if (!due) return false;
  const headers = signedHeaders(held.secrets, { id: due.messageId, at: now(), body: due.body });
  const posted = await post(webhooks, { url: held.url, headers, body: due.body }, signal);
  if (posted.fault !== null) {
    await noteFailed(context, held, due, posted, now());
    return false;
  }
  await noteDelivered(context, held, due, posted, now());
  return renew(db, held);
};

/**
 * Sends a webhook's due deliveries in the order of events, until none is due, an attempt fails or the turn is over.
 * Returns whether more are due.
 * After a crash an attempt without a stored result is repeated.
 */
const deliverDue = async (context: Context, place: JobKey, signal: AbortSignal): Promise<boolean> => {
  const { db, now } = context;
  const held = await hold(db, place, now());
  if (!held) return false;
  const endMs = performance.now() + turnMs;
  try {
    await expire(db, place, now());
    while (!signal.aborted && performance.now() < endMs && (await sendNext(context, held, signal)));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return release(db, held, now());
};

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
