import { type AnomalyKind, anomalyUnitOf } from '../../../src/contract/anomalies.ts';
import { anomalies } from '../../../src/resources/anomalies.ts';
import { defineTable, type Fill } from '../../engine/table/define.ts';
import { vouchersTable } from '../vouchers/table.ts';

interface VoucherRow {
  readonly id: number;
  readonly number: string;
  readonly reg_number: string;
  readonly client_name: string;
  readonly client_phone: string;
}

const fillVoucher: Fill = async (read, companyId, rows) => {
  const vouchers = await read<VoucherRow>({
    text: 'select id, number, reg_number, client_name, client_phone from voucher where company_id = $1 and id = any($2::bigint[])',
    values: [companyId, rows.map(({ VoucherId }) => VoucherId)],
  });
  const byId = new Map(vouchers.map(voucher => [Number(voucher.id), voucher]));
  for (const row of rows) {
    const voucher = byId.get(Number(row.VoucherId));
    row.VoucherNumber = voucher?.number ?? null;
    row.VehicleRegNumber = voucher?.reg_number || null;
    row.ClientName = voucher?.client_name ?? null;
    row.ClientPhone = voucher?.client_phone || null;
    row.Unit = anomalyUnitOf(row.Kind as AnomalyKind);
  }
};

/**
 * Table of device faults. It is not cached, because messages that show a fault write rows outside `change`, which would
 * invalidate a cache.
 */
export const anomaliesTable = defineTable(anomalies, {
  source: 'anomaly_status',
  columns: { Held: 'quarantined' },
  cache: 'none',
  searchedThrough: { table: () => vouchersTable, column: 'voucher_id', otherColumn: 'id' },
  computed: {
    names: ['VoucherNumber', 'VehicleRegNumber', 'ClientName', 'ClientPhone', 'Unit'],
    rows: fillVoucher,
  },
});
