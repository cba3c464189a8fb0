import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createLeaseKeeper,
  type LockAnswer,
  type LockResult,
  renewEveryMs,
} from '../../../../../src/custom-pages/accidents/lock/lease.ts';

const me = 5;
const now = () => Date.now();
const lockOf = (LockedBy: number | null, LockedByName = 'Петрова', inMs = 60_000): LockAnswer => ({
  LockedBy,
  LockedByName: LockedBy === null ? null : LockedByName,
  LockedUntil: LockedBy === null ? null : new Date(now() + inMs).toISOString(),
});
const held = (): LockResult => ({ kind: 'held', answer: lockOf(me) });
const refused: LockResult = { kind: 'refused', ownerId: 9, ownerName: 'Петрова' };
const unreachable: LockResult = { kind: 'unreachable', cause: new Error('offline') };

const setUp = (...answers: LockResult[]) => {
  const take = vi.fn(async () => answers.shift() ?? held());
  const give = vi.fn(async () => undefined);
  return { take, give, lease: createLeaseKeeper({ userId: me, take, release: give, now }) };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the lease on an accident', () => {
  it('is ours once claimed, and renewed every 20 s', async () => {
    const { lease, take } = setUp();
    await lease.take();
    expect(lease.get().phase).toBe('mine');
    await vi.advanceTimersByTimeAsync(renewEveryMs * 3);
    expect(take).toHaveBeenCalledTimes(4);
  });

  it('is renewed no more once released or left, and given back', async () => {
    for (const end of ['release', 'leave'] as const) {
      const { lease, take, give } = setUp();
      await lease.take();
      await lease[end]();
      await vi.advanceTimersByTimeAsync(120_000);
      expect(take).toHaveBeenCalledTimes(1);
      expect(give).toHaveBeenCalledTimes(1);
    }
  });

  it('is asked for once, also where news of it is here before its answer', async () => {
    const { lease, take } = setUp();
    const claim = lease.take();
    lease.observe(lockOf(me));
    await claim;
    expect([lease.get().phase, take.mock.calls.length]).toEqual(['mine', 1]);
  });

  it('is not given back by who never had it', () => {
    const { lease, give } = setUp();
    lease.leave();
    expect(give).not.toHaveBeenCalled();
  });

  it('names who refused the claim', async () => {
    const { lease } = setUp(refused);
    await lease.take();
    expect(lease.get()).toMatchObject({ phase: 'other', owner: { id: 9, name: 'Петрова' } });
  });

  it('of somebody else frees itself when it runs out', async () => {
    const { lease } = setUp();
    lease.observe(lockOf(9, 'Петрова', 10_000));
    expect(lease.get().phase).toBe('other');
    await vi.advanceTimersByTimeAsync(10_001);
    expect(lease.get().phase).toBe('free');
  });

  it('is lost when a renewal is refused', async () => {
    const { lease } = setUp(held(), refused);
    await lease.take();
    await vi.advanceTimersByTimeAsync(renewEveryMs);
    expect(lease.get()).toMatchObject({ phase: 'lost', owner: { name: 'Петрова' } });
  });

  it('is lost when a write is refused', async () => {
    const { lease } = setUp();
    await lease.take();
    lease.onRefused(9, 'Петрова');
    expect(lease.get().phase).toBe('lost');
  });

  it('survives a short silence of the server', async () => {
    const { lease } = setUp(held(), unreachable, unreachable);
    await lease.take();
    await vi.advanceTimersByTimeAsync(renewEveryMs + 12_000);
    expect(lease.get().phase).toBe('mine');
  });

  it('is lost when the silence lasts longer than the lease', async () => {
    const { lease } = setUp(held(), ...Array<LockResult>(30).fill(unreachable));
    await lease.take();
    await vi.advanceTimersByTimeAsync(61_000);
    expect(lease.get()).toEqual({ phase: 'lost', owner: undefined });
  });

  it('left over from a reload is confirmed by the server before it counts', async () => {
    const { lease, take } = setUp();
    lease.observe(lockOf(me));
    expect(lease.get().phase).toBe('free');
    await vi.advanceTimersByTimeAsync(0);
    expect(take).toHaveBeenCalledTimes(1);
    expect(lease.get().phase).toBe('mine');
  });

  it('claimed while the page was being left is given back', async () => {
    const { lease, give } = setUp();
    const claim = lease.take();
    lease.leave();
    await claim;
    expect(give).toHaveBeenCalledTimes(1);
  });

  it('says that it was taken over for as long as that is so', async () => {
    const { lease } = setUp();
    await lease.take();
    lease.observe(lockOf(9));
    lease.observe(lockOf(9));
    expect(lease.get()).toMatchObject({ phase: 'lost', owner: { name: 'Петрова' } });
    lease.observe(lockOf(null));
    expect(lease.get().phase).toBe('free');
  });

  it('ends with a move, neither renewed nor given back', async () => {
    const { lease, take, give } = setUp();
    await lease.take();
    lease.onEnded();
    await vi.advanceTimersByTimeAsync(120_000);
    expect([lease.get().phase, take.mock.calls.length, give.mock.calls.length]).toEqual(['free', 1, 0]);
  });

  it('is given back when a renewal crosses its end', async () => {
    const { lease, give } = setUp();
    await lease.take();
    vi.advanceTimersByTime(renewEveryMs);
    lease.onEnded();
    await vi.advanceTimersByTimeAsync(0);
    expect(give).toHaveBeenCalledTimes(1);
  });
});
