import type { Transaction } from 'kysely';
import type { Tx } from '../../context.ts';
import type { Database } from '../../db/types.ts';
import { DomainError } from '../../errors.ts';

type Db = Transaction<Database>;

/** Columns of a voucher that say which device it has. */
export type DeviceColumns = {
  readonly imei: string | null;
  readonly sim_number: string;
  readonly obu_brand: string;
  readonly obu_model: string;
  readonly obu_alien: boolean;
};

export const noDevice: DeviceColumns = { imei: null, sim_number: '', obu_brand: '', obu_model: '', obu_alien: false };

/** Puts the device in stock if it is new, and gives what a voucher copies of it. Another company's is refused. */
export const deviceInStock = async (tx: Tx, companyId: number, imei: string): Promise<DeviceColumns> => {
  const inStock = tx.db
    .selectFrom('device')
    .select(['company_id', 'imei', 'sim_number', 'obu_brand', 'obu_model', 'alien'])
    .where('imei', '=', imei);
  // Looked for first: an insert waits for whoever changes the device, who may wait for the voucher that is held here.
  if (!(await inStock.executeTakeFirst())) {
    const { numInsertedOrUpdatedRows: added } = await tx.db
      .insertInto('device')
      .values({ imei, company_id: companyId })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst();
    if (added) tx.countRows('devices', '', Number(added));
  }
  const { company_id, alien, ...device } = await inStock.executeTakeFirstOrThrow();
  if (company_id !== companyId) throw new DomainError('DEVICE_TAKEN', { values: { imei } });
  return { ...device, obu_alien: alien };
};

/** Who has the device: said to its own company only, which this is asked for. */
export const deviceAtWork = async (
  db: Db,
  companyId: number,
  imei: string,
  voucherId: number,
): Promise<DomainError> => {
  const { number } = await db
    .selectFrom('voucher')
    .select('number')
    .where('company_id', '=', companyId)
    .where('id', '=', voucherId)
    .executeTakeFirstOrThrow();
  return new DomainError('DEVICE_AT_WORK', { values: { imei, voucher: number } });
};
