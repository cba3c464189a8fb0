import { describe, expect, it } from 'vitest';
import { type MemoryPlan, planMemory, type ThreadMemory } from '../../../../server/process/memory.ts';

const megabyte = 1024 * 1024;
const ofThreads = ({ threads, heapMb, youngMb }: ThreadMemory) => threads * (heapMb + youngMb);
const sumMb = ({ largeBodyBytes, smallBodyBytes, messageThreads, readerThreads, writerThreads }: MemoryPlan) =>
  (largeBodyBytes + smallBodyBytes) / megabyte +
  ofThreads(messageThreads) +
  ofThreads(readerThreads) +
  ofThreads(writerThreads);

describe('the memory of a process', () => {
  it('is divided below the limit of the container of compose.yaml, with 130 MB for what is not counted', () => {
    expect(sumMb(planMemory(1024, 280, 3)) + 280 + 130).toBeLessThan(1024);
  });

  it.each([
    [768, 200],
    [1536, 400],
    [2048, 560],
    [4096, 1100],
    [16_384, 2100],
  ])('is divided below %i MB, of which the main heap has %i', (limitMb, heapMb) => {
    for (const writers of [0, 1, 3, 9]) {
      const plan = planMemory(limitMb, heapMb, writers);
      expect(sumMb(plan) + heapMb + 130).toBeLessThan(limitMb);
      expect(plan.writerThreads.threads).toBeLessThanOrEqual(Math.max(1, writers));
    }
  });

  it('has room for the largest picture, beside it or while threads for files are idle', () => {
    for (const limitMb of [1024, 2048, 4096, 8192]) {
      const heapMb = limitMb / 4;
      const plan = planMemory(limitMb, heapMb, 3);
      const idleMb = plan.idleForPictures.reduce(
        (sum, kind) => sum + ofThreads(plan[`${kind === 'readers' ? 'reader' : 'writer'}Threads`]),
        0,
      );
      const leftMb = limitMb - heapMb - 130 - sumMb(plan) + idleMb;
      // In 1 GB no more threads can be idle. The main heap is never full at the same time.
      expect(leftMb, `${limitMb} MB`).toBeGreaterThan(limitMb === 1024 ? 380 : 480);
    }
    expect(planMemory(1024, 256, 3).idleForPictures).toEqual(['readers', 'writers']);
    expect(planMemory(4096, 1024, 3).idleForPictures).toEqual(['readers']);
    expect(planMemory(32_768, 4300, 3).idleForPictures).toEqual([]);
  });

  it('gives threads no more than they need where there is plenty', () => {
    const { messageThreads, readerThreads, writerThreads, largeBodyBytes } = planMemory(32_768, 4300, 3);
    expect(messageThreads).toEqual({ threads: 2, heapMb: 768, youngMb: 48 });
    expect(readerThreads).toEqual({ threads: 2, heapMb: 384, youngMb: 48 });
    expect(writerThreads).toEqual({ threads: 3, heapMb: 768, youngMb: 48 });
    expect(largeBodyBytes).toBe(512 * megabyte);
  });

  it('has room for the largest file that may be imported, however little there is', () => {
    expect(planMemory(256, 200, 3).largeBodyBytes).toBeGreaterThan(41 * megabyte);
  });
});
