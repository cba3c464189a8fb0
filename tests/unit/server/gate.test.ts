import { describe, expect, it } from 'vitest';
import { makeGate } from '../../../server/db/gate.ts';

const limits = { places: 2, placesEach: 1, waiting: 4, waitMs: 60_000 };
const [ann, bob, eve] = [1, 2, 3];

describe('a gate', () => {
  it('lets nobody have more than their share, and lets others pass who wait behind', async () => {
    const { enter } = makeGate(limits);
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

  it('tells those to come later for whom there is no room to wait', async () => {
    const gate = makeGate(limits);
    const { enter } = gate;
    await enter(ann);
    const waiting = [enter(ann), enter(ann)];
    await expect(enter(ann)).rejects.toMatchObject({ code: 'OVERLOADED', details: { retryAfterS: 60 } });
    await enter(bob);
    waiting.push(enter(bob), enter(eve));
    await expect(enter(eve)).rejects.toMatchObject({ code: 'OVERLOADED' });
    expect(waiting).toHaveLength(4);
    expect(gate.waiting()).toBe(4);
  });

  it('tells those to come later who have waited for too long', async () => {
    const { enter } = makeGate({ ...limits, waitMs: 10 });
    const leave = await enter(ann);
    await expect(enter(ann)).rejects.toMatchObject({ code: 'OVERLOADED' });
    leave();
    (await enter(ann))();
  });

  it('forgets who leaves while waiting, and counts a place that is given back twice once', async () => {
    const { enter } = makeGate(limits);
    const leave = await enter(ann);
    const gone = new AbortController();
    const waiting = enter(ann, gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(enter(ann, gone.signal)).rejects.toThrow('gone');
    leave();
    leave();
    await enter(ann);
    let entered = false;
    void enter(ann).then(() => {
      entered = true;
    });
    await new Promise(setImmediate);
    expect(entered).toBe(false);
  });
});
