import type { Context } from '../../context.ts';
import type { JobKey } from '../../engine/jobs/define.ts';
import { noteDelivered, noteFailed } from './outcomes.ts';
import { post } from './posting.ts';
import { expire, type Held, hold, nextDue, release, renew } from './repository.ts';
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
export const deliverDue = async (context: Context, place: JobKey, signal: AbortSignal): Promise<boolean> => {
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
