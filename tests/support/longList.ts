import type { TestApp } from './app.ts';

/**
 * Creates vouchers whose list is several times larger than the buffers between server and a client that does not read.
 */
export const givenLongList = async (
  { given, connection }: TestApp,
  companyId: number,
  rows: number,
  rowBytes = 5120,
): Promise<void> => {
  await given.voucher(companyId);
  await connection.pool.query(
    `insert into voucher (company_id, object_id, number, client_id, vehicle_id, stage, created_at, activated_at,
       client_name, vehicle_brand, vehicle_model, contract_number)
     select company_id, 'long-' || company_id || '-' || n, 'L-' || n, client_id, vehicle_id, stage, created_at, activated_at,
       'Клиент Номер ' || n, vehicle_brand, vehicle_model, repeat(md5(n::text), $3::int / 32)
     from voucher, generate_series(2, $2::int) as n where company_id = $1`,
    [companyId, rows, rowBytes],
  );
  await connection.pool.query("update row_total set total = $2 where company_id = $1 and list = 'vouchers'", [
    companyId,
    rows,
  ]);
};
