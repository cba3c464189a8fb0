import { expect, it } from 'vitest';
import { tableQuerySchema } from '../../../../../server/engine/table/parameters.ts';
import type { Call } from '../../../../../src/contract/call.ts';
import { calls } from '../../../../../src/contract/index.ts';
import { devices } from '../../../../../src/resources/devices.ts';
import { vouchers } from '../../../../../src/resources/vouchers.ts';

it('the query of a list is one object whoever asks for it, so that an export does not wait for its check to be compiled', () => {
  const call: Call = calls['GET /api/v2/Voucher/table'];
  expect(tableQuerySchema(vouchers, call)).toBe(tableQuerySchema(vouchers, call));
  expect(tableQuerySchema(vouchers, call)).not.toBe(tableQuerySchema(devices, call));
});
