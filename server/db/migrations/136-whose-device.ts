import { type Kysely, sql } from 'kysely';

export const places = {};

/** Codes of the dictionary that vouchers carry, by the words that devices carry. */
const codes = sql`(values ('insurer', 1), ('client', 2), ('installer', 3), ('leased', 4)) as known(affiliation, code)`;

/** Whose a device is has one vocabulary, and a voucher and the device that works under it say the same. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of [
    sql`update dictionary_entry set title_ru = 'Центра установки', title_en = 'The installation centre’s'
      where dictionary = 'terminalAffiliations' and code = 3 and title_en = 'A partner’s'`,
    sql`insert into dictionary_entry (dictionary, code, title_ru, title_en)
      values ('terminalAffiliations', 4, 'В аренде', 'Leased') on conflict do nothing`,
    // Devices have 'insurer' until somebody says otherwise; what a voucher says was entered.
    sql`update device set affiliation = known.affiliation from voucher, ${codes}
      where voucher.company_id = device.company_id and voucher.imei = device.imei and voucher.closed_at is null
        and known.code = voucher.terminal_affiliation and device.affiliation = 'insurer' and known.code <> 1`,
    sql`update voucher set terminal_affiliation = known.code from device, ${codes}
      where device.company_id = voucher.company_id and device.imei = voucher.imei and voucher.closed_at is null
        and known.affiliation = device.affiliation and voucher.terminal_affiliation is distinct from known.code
        and (voucher.terminal_affiliation is null or voucher.terminal_affiliation <= 4)`,
  ])
    await statement.execute(db);
};
