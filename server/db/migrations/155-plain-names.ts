import { type Kysely, sql } from 'kysely';
import type { Places } from '../place.ts';

export const places: Places = { import_mapping: 'company', location_view: 'company' };

const tables = [
  ['import_matching', 'import_mapping'],
  ['whereabouts_reading', 'location_view'],
] as const;

const columns = [
  ['accident', 'words', 'search_words'],
  ['client', 'words', 'search_words'],
  ['voucher', 'words', 'search_words'],
  ['accident_image', 'place', 'position'],
  ['bulk_item', 'place', 'ordinal'],
  ['import_chunk', 'place', 'ordinal'],
  ['import_fault', 'place', 'ordinal'],
  ['import_file', 'place', 'ordinal'],
  ['job_chunk', 'place', 'ordinal'],
  ['image_upload_piece', 'begins', 'offset_bytes'],
  ['position_block', 'held', 'quarantine_reason'],
  ['curve_block', 'held', 'quarantine_reason'],
  ['trip', 'held', 'quarantine_reason'],
  ['anomaly', 'held', 'quarantined'],
  ['anomaly_status', 'held', 'quarantined'],
  ['bulk_change', 'asked', 'action_values'],
  ['bulk_item', 'kept', 'undo_values'],
  ['import', 'matched', 'mapping'],
  ['import_mapping', 'matched', 'mapping'],
  ['import_record', 'made', 'written_values'],
  ['job', 'beat_at', 'heartbeat_at'],
  ['job', 'vanished', 'lost_processes'],
  ['retired_token', 'dead_at', 'expires_at'],
  ['message_read', 'up_to', 'last_read_id'],
  ['location_view', 'read_at', 'viewed_at'],
  ['quarantine', 'makes_case', 'opens_case'],
  ['orientation', 'found', 'axes'],
  ['device_contact', 'stepped', 'clock_stepped_back'],
  ['device_contact', 'cut_at', 'power_cut_at'],
] as const;

const indexes = [
  ['import_matching_pkey', 'import_mapping_pkey'],
  ['whereabouts_reading_pkey', 'location_view_pkey'],
  ['position_block_held', 'position_block_quarantined'],
  ['voucher_words', 'voucher_search_words'],
  ['accident_words', 'accident_search_words'],
  ['client_words', 'client_search_words'],
] as const;

/** Gives tables and columns names that a reader understands without the code. Release 0.1 cannot run beside it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [from, to] of tables) await sql`alter table ${sql.table(from)} rename to ${sql.ref(to)}`.execute(db);
  for (const [table, from, to] of columns)
    await sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db);
  for (const [from, to] of indexes) await sql`alter index ${sql.table(from)} rename to ${sql.ref(to)}`.execute(db);
};
