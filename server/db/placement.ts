/**
 * Where a table lies when the database is a cluster (Citus): `company` and `object` are spread over its machines by
 * `company_id` and `object_id`, `reference` is whole on every one, `local` is on the coordinator alone.
 */
export type Place = 'company' | 'object' | 'reference' | 'local';

/** Every table of the schema. A new one does not pass the tests before it says where it lies. */
export const placement: Readonly<Record<string, Place>> = {
  company: 'reference',
  platform_key: 'reference',
  account: 'reference',
  dictionary_entry: 'reference',
  vehicle_brand: 'reference',
  vehicle_model: 'reference',
  // An IMEI is unique over all companies, which only a table that is whole can promise.
  device: 'reference',

  // Written at every sign-in and by every person once a minute, found by a hash: a write to a reference table waits for
  // all machines and for all other writes to it.
  session: 'local',
  known_browser: 'local',
  account_link: 'local',
  sign_in_failure: 'local',
  kysely_migration: 'local',
  kysely_migration_lock: 'local',

  client: 'company',
  installation_center: 'company',
  vehicle: 'company',
  voucher: 'company',
  row_total: 'company',
  accident: 'company',
  accident_note: 'company',
  accident_image: 'company',
  image_data: 'company',
  audit: 'company',
  idempotency_key: 'company',
  ingest_message: 'company',
  quarantine: 'company',
  account_picture: 'company',
  registration: 'company',
  event_head: 'company',
  event: 'company',
  notification: 'company',
  message: 'company',
  message_read: 'company',

  position_block: 'object',
  curve_block: 'object',
  trip: 'object',
};

/** What the rows of a table are spread by; keys and unique indexes of it contain this column. */
export const distributionColumn: { readonly [P in Place]?: string } = { company: 'company_id', object: 'object_id' };
