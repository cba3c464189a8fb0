import { expect, it } from 'vitest';
import { tableQuerySchema } from '../../../../server/table/parameters.ts';
import { calls } from '../../../../src/contract/index.ts';
import { resources } from '../../../../src/resources/index.ts';

it('the query of a list is one object whoever asks for it, so that an export does not wait for its check to be compiled', () => {
  const { vouchers, devices } = resources;
  const call = calls[vouchers.calls.list];
  expect(tableQuerySchema(vouchers, call)).toBe(tableQuerySchema(vouchers, call));
  expect(tableQuerySchema(vouchers, call)).not.toBe(tableQuerySchema(devices, call));
});
