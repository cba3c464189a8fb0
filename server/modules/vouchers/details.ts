import type { Pool } from 'pg';
import type { VoucherRow } from '../../../src/contract/shapes/voucher.ts';
import { notFound } from '../../errors.ts';
import type { Presenting } from '../../table/define.ts';
import { vouchersTable } from './table.ts';

const statement = {
  name: 'voucher_details',
  text: `select ${vouchersTable.select} from voucher where company_id = $1 and id = $2`,
};

/** One voucher of the company as the table has it. */
export const readVoucher = async (pool: Pool, companyId: number, id: number, how: Presenting): Promise<VoucherRow> => {
  const { rows } = await pool.query({ ...statement, values: [companyId, id] });
  const [row] = rows;
  if (!row) throw notFound();
  vouchersTable.present?.(row, how);
  return row;
};
