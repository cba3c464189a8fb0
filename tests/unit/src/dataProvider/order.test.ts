import { describe, expect, test } from 'vitest';
import { listNames, locateList } from '../../../../src/dataProvider/locate.ts';
import { effectiveOrder, toSort, unselected } from '../../../../src/dataProvider/order.ts';
import { accidents } from '../../../../src/resources/accidents.ts';

describe('the order that holds', () => {
  test.each([
    [unselected, unselected, 'QueuePlace-asc'],
    [unselected, 'desc', 'QueuePlace-desc'],
    ['ClientName', unselected, 'ClientName-asc'],
    ['ClientName', 'desc', 'ClientName-desc'],
    ['City', 'desc', 'QueuePlace-desc'],
  ] as const)('column %s, direction %s: %s', (field, direction, expected) => {
    const order = effectiveOrder(accidents, toSort(field, direction));
    expect(`${order.field}-${order.direction}`).toBe(expected);
  });
});

test('every list has a name, and every name leads back to its description', () => {
  expect(listNames()).toEqual(
    expect.arrayContaining(['vouchers', 'accidents-opened', 'accidents-closed', 'accidents-notvalid', 'operators']),
  );
  expect(listNames()).not.toContain('accidents');
  for (const name of listNames()) expect(locateList(name)).toBeDefined();
  expect(locateList('accidents-opened')).toMatchObject({ split: 'opened', resource: { name: 'accidents' } });
  expect(locateList('accidents-elsewhere')).toBeUndefined();
});
