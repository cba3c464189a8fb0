import { type Kysely, sql } from 'kysely';

export const placements = {};

/** The digits of an identifier without a leading word IMEI and without separators. */
const digits = sql`regexp_replace(regexp_replace(quarantine.imei, '^[ (№#]*(imei|имей)?(/?sv)?[ )№#:=-]*', '', 'i'), '[ ./_‐‑–—-]', '', 'g')`;

/**
 * Stores the IMEI of waiting messages as its digits. Earlier releases kept a spelling such as `35-693803-564380-9`, and
 * one device stood in quarantine twice. A device that a voucher has keeps its spelling, so that a manager can map it:
 * messages under its IMEI would not wait for anything any more.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update quarantine set imei = ${digits}
    where applied_at is null and dropped_at is null and imei !~ '^[0-9]{15}$' and ${digits} ~ '^[0-9]{15}$'
      and not exists (
        select 1 from voucher where voucher.company_id = quarantine.company_id and voucher.imei = ${digits})`.execute(
    db,
  );
};
