import type { PoolClient } from 'pg';
import { exportKeptDays } from '../../src/contract/limits.ts';
import { hourMs } from '../../src/schema/kinds/time.ts';

const voucherColumns = ['VoucherNumber', 'ClientName', 'VehicleRegNumber', 'IMEI'];
const accidentColumns = ['CrashDateTime', 'ClientName', 'MaximumAcceleration'];

/** Lists that users of the first company have recently exported. */
const taken = [
  {
    email: 'manager@demo.drivedesk',
    hoursAgo: 3,
    Resource: 'vouchers',
    List: 'Ваучеры',
    Filter: 'VIP: да',
    Query: { Vip: true },
    Format: 'xlsx',
    rows: 41,
  },
  {
    email: 'manager@demo.drivedesk',
    hoursAgo: 27,
    Resource: 'vouchers',
    List: 'Ваучеры',
    Filter: 'Город: Москва',
    Query: { City: 'Москва' },
    Format: 'pdf',
    rows: 118,
  },
  {
    email: 'operator@demo.drivedesk',
    hoursAgo: 50,
    Resource: 'accidents',
    Split: 'closed',
    List: 'Обработанные убытки',
    Filter: 'все строки',
    Format: 'csv',
    rows: 264,
  },
] as const;

/** Writes past exports, as examples for their page. */
export const writeExports = async (client: PoolClient, today: Date): Promise<void> => {
  for (const { email, hoursAgo, rows, ...order } of taken) {
    const at = new Date(today.getTime() - hoursAgo * hourMs);
    const FileName = `${order.Resource} ${at.toISOString().slice(0, 10)} ${at.toISOString().slice(11, 16).replace(':', '-')}.${order.Format}`;
    const Columns = order.Resource === 'vouchers' ? voucherColumns : accidentColumns;
    const input = { ...order, FileName, Columns, Locale: 'ru', Sort: '' };
    await client.query(
      `insert into job (company_id, kind, author_id, author_name, state, done, total, input, result, created_at, finished_at, expires_at)
       select company_id, 'export', id, full_name, 'done', $2, $2, $3, $4, $5, $5, $6 from account where email = $1`,
      [
        email,
        rows,
        JSON.stringify(input),
        JSON.stringify({ Rows: rows }),
        at,
        new Date(at.getTime() + exportKeptDays * 24 * hourMs),
      ],
    );
  }
};
