import { expect, it } from 'vitest';
import { readSources } from '../../../support/imports.ts';

it('no date is asked for in the browser’s own field, whose order of day and month is not that of the app', () => {
  // Also matches a choice between two types: type={withTime ? 'datetime-local' : 'date'}.
  const native = /\btype(=|: )["'{][^\n]*?(?<=["'])(date|datetime-local|month|week|time)["']/;
  for (const field of ['type="date"', "type={'time'}", "{ type: 'month' }", "type={a ? 'datetime-local' : 'date'}"])
    expect(field).toMatch(native);
  const asking = readSources('src').filter(({ path, text }) => path.endsWith('x') && native.test(text));
  expect(readSources('src').length).toBeGreaterThan(500);
  expect(asking.map(({ path }) => path)).toEqual([]);
});
