import { expect, it } from 'vitest';
import { queryReader } from '../../../../server/plugins/calls.ts';

const schema = { properties: { page: {}, search: {}, sort: {}, filter: {} } };
const noise = { sort: '', filter: '', group: '', aggregate: '', _: '1700000000000' };

it.each(['/api/v2/Voucher/table', '/api/v2.1/StatisticSummingPeriod'])('drops what grids send empty: %s', path => {
  const read = queryReader('GET', path, schema)!;
  expect(read({ ...noise, page: '2', search: '' })).toEqual({ page: '2', search: '' });
  expect(read({ sort: 'Number-asc', filter: 'Number~eq~1' })).toEqual({ sort: 'Number-asc', filter: 'Number~eq~1' });
  // An unknown filter is refused later, with its name.
  expect(read({ Colour: 'red' })).toEqual({ Colour: 'red' });
});

it.each(['/api/vouchers', '/api/v1/Client/table', '/WeatherForecast'])('drops unknown parameters too: %s', path => {
  const read = queryReader('GET', path, schema)!;
  expect(read({ ...noise, page: '2', take: '10', skip: '0', Colour: 'red' })).toEqual({ page: '2' });
});

it('leaves the third interface as it is', () => {
  expect(queryReader('GET', '/api/v3/audit', schema)).toBeUndefined();
});
