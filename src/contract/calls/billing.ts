import Type from 'typebox';
import { rights } from '../access.ts';

const Month = Type.String({ pattern: '^(19|2[0-9])[0-9]{2}-(0[1-9]|1[0-2])$', examples: ['2026-01'] });
const MonthQuery = Type.Object({ month: Month });

const tag = 'Billing';

/**
 * Calls for billing. A voucher counts in a month if the month has at least one billed day of the voucher. Days are days
 * in the company's time zone.
 */
export const billingCalls = {
  'GET /api/v2/Billing/vouchers/count': {
    tag,
    title: 'Count billed vouchers',
    purpose:
      'Numbers of vouchers that were active, began and ended in a month, and the sum of their days. Days on which a voucher was suspended or had no device do not count.',
    access: rights.billing,
    query: MonthQuery,
    answer: Type.Object({
      Month,
      Active: Type.Integer({ minimum: 0 }),
      Began: Type.Integer({ minimum: 0 }),
      Ended: Type.Integer({ minimum: 0 }),
      VoucherDays: Type.Integer({ minimum: 0 }),
    }),
  },
  'GET /api/v2/Billing/vouchers/details': {
    tag,
    title: 'List billed vouchers',
    purpose: 'Vouchers that were active in a month, with the number of billed days.',
    access: { resource: 'billedVouchers', verb: 'list' },
    table: 'billedVouchers',
    query: MonthQuery,
  },
} as const;
