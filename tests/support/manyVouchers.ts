import type { TestApp } from './app.ts';

/** Creates vouchers with equal and missing values to sort by, as a bulk load writes them. */
export const givenManyVouchers = async ({ given, connection }: TestApp, companyId: number, rows: number) => {
  await given.voucher(companyId, { number: 'M-1' });
  await connection.pool.query(
    `insert into voucher (company_id, object_id, number, client_id, vehicle_id, stage, created_at, activated_at,
       client_name, reg_number, vehicle_brand, vehicle_model, crashes)
     select company_id, 'many-' || company_id || '-' || n, 'M-' || n, client_id, vehicle_id, stage, created_at,
       case when n % 4 <> 0 then created_at - n % 700 * interval '1 minute' end,
       'Клиент ' || n % 50, 'А' || lpad((n * 7 % 1000)::text, 3, '0') || 'ВС77', vehicle_brand, vehicle_model, n % 3
     from voucher, generate_series(2, $2::int) as n where company_id = $1`,
    [companyId, rows],
  );
  await connection.pool.query("update row_total set total = $2 where company_id = $1 and list = 'vouchers'", [
    companyId,
    rows,
  ]);
};
