import { describe, expect, it } from 'vitest';
import { makeSemaphore } from '../../../../server/db/semaphore.ts';

const limits = { slots: 2, slotsPerPerson: 1, maxWaiting: 4, waitMs: 60_000 };
const person = (accountId: number, companyId = accountId) => ({ accountId, companyId });
const [ann, bob, eve] = [person(1), person(2), person(3)];

describe('a semaphore', () => {
  it('lets nobody have more than their share, and lets others pass who wait behind', async () => {
    const { enter } = makeSemaphore(limits);
    const annLeaves = await enter(ann);
    const order: string[] = [];
    const annAgain = enter(ann).then(leave => {
      order.push('ann');
      return leave;
    });
    const bobLeaves = await enter(bob);
    order.push('bob');
    annLeaves();
    await annAgain;
    expect(order).toEqual(['bob', 'ann']);
    const eveWaits = enter(eve);
    bobLeaves();
    await eveWaits;
  });

  it('gives a place that is free to the company with the fewest, though another waits longer', async () => {
    const { enter } = makeSemaphore({ slots: 4, slotsPerPerson: 2, maxWaiting: 8, waitMs: 60_000 });
    const leaves = await Promise.all(
      [person(11, 7), person(12, 7), person(21, 8), person(31, 9)].map(who => enter(who)),
    );
    const order: string[] = [];
    const longer = enter(person(13, 7)).then(() => order.push('of two'));
    const shorter = enter(person(22, 8)).then(() => order.push('of one'));
    leaves[3]!();
    await shorter;
    expect(order).toEqual(['of one']);
    leaves[0]!();
    await longer;
  });

  it('keeps a place from all people of a company together, and a quarter of the queue', async () => {
    const { enter } = makeSemaphore({ slots: 4, slotsPerPerson: 2, maxWaiting: 8, waitMs: 60_000 });
    const [amy, ben] = [person(11, 7), person(12, 7)];
    const inside = await Promise.all([enter(amy), enter(amy), enter(ben)]);
    const order: string[] = [];
    const waits = async (who: Parameters<typeof enter>[0], name: string) => {
      const leave = await enter(who);
      order.push(name);
      leave();
    };
    const waiting = [waits(amy, 'amy'), waits(amy, 'amy'), waits(amy, 'amy'), waits(ben, 'ben')];
    waiting.push(waits(ben, 'ben'), waits(ben, 'ben'));
    await expect(enter(person(13, 7))).rejects.toMatchObject({ code: 'OVERLOADED' });
    const eveLeaves = await enter(eve);
    waiting.push(waits(bob, 'bob'));
    eveLeaves();
    await waiting.at(-1);
    expect(order).toEqual(['bob']);
    // The callers of a company with fewer slots come first.
    inside[0]?.();
    inside[1]?.();
    await Promise.all(waiting);
    expect(order.slice(0, 2)).toEqual(['bob', 'amy']);
  });

  it('lets a company have the only place there is', async () => {
    const { enter } = makeSemaphore({ ...limits, slots: 1 });
    (await enter(ann))();
  });

  it('tells those to come later for whom there is no room to wait', async () => {
    const semaphore = makeSemaphore(limits);
    const { enter } = semaphore;
    await enter(ann);
    const over = new AbortController();
    const waits = (who: typeof ann) => enter(who, over.signal);
    const waiting = [waits(ann), waits(ann)];
    await expect(enter(ann)).rejects.toMatchObject({ code: 'OVERLOADED', details: { retryAfterS: 60 } });
    await enter(bob);
    waiting.push(waits(bob), waits(eve));
    await expect(enter(eve)).rejects.toMatchObject({ code: 'OVERLOADED' });
    expect(waiting).toHaveLength(4);
    expect(semaphore.queueLength()).toBe(4);
    over.abort();
    await Promise.allSettled(waiting);
  });

  it('tells those to come later who have waited for too long', async () => {
    const { enter } = makeSemaphore({ ...limits, waitMs: 10 });
    const leave = await enter(ann);
    await expect(enter(ann)).rejects.toMatchObject({ code: 'OVERLOADED' });
    leave();
    (await enter(ann))();
  });

  it('forgets who leaves while waiting, and counts a place that is given back twice once', async () => {
    const { enter } = makeSemaphore(limits);
    const leave = await enter(ann);
    const gone = new AbortController();
    const waiting = enter(ann, gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(enter(ann, gone.signal)).rejects.toThrow('gone');
    leave();
    leave();
    const last = await enter(ann);
    let entered = false;
    const next = enter(ann).then(() => {
      entered = true;
    });
    await new Promise(setImmediate);
    expect(entered).toBe(false);
    last();
    await next;
  });
});
