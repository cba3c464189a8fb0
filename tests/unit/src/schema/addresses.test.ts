import { expect, it } from 'vitest';
import { accidents } from '../../../../src/resources/accidents.ts';
import { operators } from '../../../../src/resources/operators.ts';
import { webhooks } from '../../../../src/resources/webhooks.ts';
import { addressById } from '../../../../src/schema/addresses.ts';

it('leads to a record by its number alone where its address asks for no more', () => {
  expect(addressById(operators, 7)).toBe('/cabinet/users/operators/7/');
  expect(addressById(webhooks, 3)).toBe('/cabinet/admin/webhooks/3/');
  // The path of an accident needs its bucket and its object.
  expect(addressById(accidents, 100023)).toBeUndefined();
});
