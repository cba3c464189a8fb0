import { expect, it } from 'vitest';
import { readSources } from '../../../support/imports.ts';

it('no date is asked for in the browser’s own field, whose order of day and month is not that of the app', () => {
  const native = /type(=|: )[{"']+(date|datetime-local|month|week|time)["'}]/;
  const asking = readSources('src').filter(({ path, text }) => path.endsWith('x') && native.test(text));
  expect(asking.map(({ path }) => path)).toEqual([]);
});
