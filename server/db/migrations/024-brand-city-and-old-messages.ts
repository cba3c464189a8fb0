import { type Kysely, sql } from 'kysely';

/** Indexes of vouchers by a part of brand or city, for filters, and of device messages by age, for upkeep. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create index voucher_brand_text on voucher using gin (search_key(vehicle_brand) gin_trgm_ops);
    create index voucher_city_text on voucher using gin (search_key(city) gin_trgm_ops);
    create index ingest_message_received on ingest_message (company_id, received_at);
  `.execute(db);
};
