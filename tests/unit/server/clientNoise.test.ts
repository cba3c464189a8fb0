import { expect, it } from 'vitest';
import { withoutClientNoise } from '../../../server/plugins/calls.ts';

it('lists ignore what Kendo sends empty and what jQuery sends against caches, and nothing else', () => {
  const noise = { sort: '', filter: '', group: '', aggregate: '', _: '1764170000000' };
  expect(withoutClientNoise({ ...noise, page: '2', search: '' })).toEqual({ page: '2', search: '' });
  expect(withoutClientNoise({ sort: 'Number-asc', filter: 'Number~eq~1' })).toEqual({
    sort: 'Number-asc',
    filter: 'Number~eq~1',
  });
});
