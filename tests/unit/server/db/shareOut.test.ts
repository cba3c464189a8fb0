import { expect, it } from 'vitest';
import { fewestConnections, shareOut } from '../../../../server/db/connect.ts';

it('two connections listen and one is left to do things by, however few there are', () => {
  expect([28, 10].map(connections => shareOut(connections, 3))).toEqual([
    [13, 4],
    [3, 1],
  ]);
});

it.each([0, 3, 9])('the pools together hold no more than they may, beside %s of jobs', kept => {
  for (let connections = fewestConnections(kept); connections < 100; connections += 1) {
    const [size, streams] = shareOut(connections, kept);
    expect(size + Math.ceil(size / 2) + streams + 1 + kept).toBeLessThanOrEqual(connections);
  }
});
