import type { Context } from '../../context.ts';
import type { Place } from '../../jobs/define.ts';
import { noteDelivered, noteFailed } from './outcomes.ts';
import { post } from './posting.ts';
import { expire, type Held, hold, nextDue, release, renew } from './repository.ts';
import { signedHeaders } from './signing.ts';

/** After so long the next webhook gets its turn. */
const turnMs = 20_000;

/** Sends what is due first; false: nothing is, or it failed. */
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
 * Sends to a webhook what is due, one after another in the order of events, until nothing is, an attempt fails or its turn is
 * over. Answers whether more is due already. Killed in between, the attempt that nobody wrote down is made again.
 */
export const deliverDue = async (context: Context, place: Place, signal: AbortSignal): Promise<boolean> => {
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
