import { expect, it } from 'vitest';
import { shareOut } from '../../../../server/db/connect.ts';

it('however few connections there are, two listen and one is left to do things by', () => {
  expect([28, 9, 8, 4].map(connections => shareOut(connections, 3))).toEqual([
    [13, 4],
    [3, 1],
    [3, 1],
    [3, 1],
  ]);
});
