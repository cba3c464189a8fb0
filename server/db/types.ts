import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { AccidentStatus, CrashFacts, Severity } from '../../src/contract/shapes/accident.ts';
import type { AuditRow } from '../../src/contract/shapes/audit.ts';
import type { registrationStates } from '../../src/contract/shapes/session.ts';
import type { SettingsUpdate } from '../../src/contract/shapes/settings.ts';
import type { LiveTables } from './liveTypes.ts';

/** Moments are read as ISO 8601 text in UTC, as on the wire; they are written as text or Date. */
type Moment = ColumnType<string, string | Date, string | Date>;
type MomentOrNull = ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface CompanyTable {
  id: Generated<number>;
  name: string;
  time_zone: Defaulted<string>;
  created_at: Defaulted<string>;
  demo: Defaulted<boolean>;
  closed_at: MomentOrNull;
}

interface PlatformKeyTable {
  key_hash: Buffer;
  company_id: number;
  name: string;
  created_at: Defaulted<string>;
  revoked_at: MomentOrNull;
}

export interface AccountTable {
  id: Generated<number>;
  company_id: number;
  email: string;
  full_name: string;
  occupation: Defaulted<string>;
  phone: Defaulted<string>;
  roles: string[];
  password_hash: string;
  locale: Defaulted<string>;
  blocked_at: MomentOrNull;
  last_seen_at: MomentOrNull;
  created_at: Defaulted<string>;
  version: Defaulted<number>;
  settings: ColumnType<SettingsUpdate, string | undefined, string>;
  picture_id: ColumnType<number | null, number | null | undefined, number | null>;
}

interface AccountPictureTable {
  company_id: number;
  id: Generated<number>;
  account_id: number;
  content_type: string;
  bytes: Buffer;
  created_at: Moment;
}

interface AccountLinkTable {
  token_hash: Buffer;
  account_id: number;
  purpose: 'reset' | 'invite';
  created_at: Moment;
  expires_at: Moment;
  used_at: MomentOrNull;
}

export interface RegistrationTable {
  company_id: number;
  id: Generated<number>;
  email: string;
  full_name: string;
  phone: Defaulted<string>;
  locale: string;
  state: Defaulted<(typeof registrationStates)[number]>;
  created_at: Moment;
  decided_at: MomentOrNull;
  decided_by: ColumnType<string | null, string | null | undefined, string | null>;
}

interface SessionTable {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  account_id: number;
  company_id: number;
  created_at: Moment;
  expires_at: Moment;
  ended_at: MomentOrNull;
  user_agent: Defaulted<string>;
  last_seen_at: MomentOrNull;
}

interface KnownBrowserTable {
  token_hash: Buffer;
  account_id: number;
  seen_at: Moment;
}

interface SignInFailureTable {
  key: string;
  tries: number;
  window_ends_at: Moment;
}

interface DictionaryEntryTable {
  dictionary: string;
  id: number;
  title_ru: string;
  title_en: string;
}

interface ClientTable {
  company_id: number;
  id: Generated<number>;
  last_name: string;
  first_name: Defaulted<string>;
  middle_name: Defaulted<string>;
  phone: Defaulted<string>;
  second_phone: Defaulted<string>;
  city: Defaulted<string>;
  zip_code: Defaulted<string>;
  street: Defaulted<string>;
  vip: Defaulted<boolean>;
}

interface VehicleTable {
  company_id: number;
  id: Generated<number>;
  brand: string;
  model: string;
  year: number | null;
  color: Defaulted<string>;
  reg_number: Defaulted<string>;
  vin: Defaulted<string>;
}

interface DeviceTable {
  imei: string;
  company_id: number;
  sim_number: Defaulted<string>;
  obu_brand: Defaulted<string>;
  obu_model: Defaulted<string>;
  alien: Defaulted<boolean>;
}

export interface VoucherTable {
  company_id: number;
  id: Generated<number>;
  object_id: string;
  number: string;
  contract_number: Defaulted<string>;
  policy_number: Defaulted<string>;
  contract_begin: string | null;
  contract_end: string | null;
  client_id: number;
  vehicle_id: number;
  imei: string | null;
  cycle: number;
  created_at: Moment;
  activated_at: MomentOrNull;
  closed_at: MomentOrNull;
  client_name: string;
  client_phone: Defaulted<string>;
  city: Defaulted<string>;
  vip: Defaulted<boolean>;
  vehicle_brand: string;
  vehicle_model: string;
  vehicle_year: number | null;
  vehicle_color: Defaulted<string>;
  reg_number: Defaulted<string>;
  vin: Defaulted<string>;
  sim_number: Defaulted<string>;
  obu_brand: Defaulted<string>;
  obu_model: Defaulted<string>;
  crashes: Defaulted<number>;
  version: Defaulted<number>;
}

interface RowTotalTable {
  company_id: number;
  list: string;
  bucket: string;
  slot: number;
  total: number;
}

export interface AccidentTable {
  company_id: number;
  id: Generated<number>;
  object_id: string;
  voucher_id: number | null;
  crash_unique_identifier: GeneratedAlways<number>;
  crash_at: Moment;
  status: AccidentStatus;
  status_of_road_accident_id: Defaulted<number>;
  source: Defaulted<string>;
  client_first_name: Defaulted<string>;
  client_middle_name: Defaulted<string>;
  client_last_name: Defaulted<string>;
  client_name: Defaulted<string>;
  client_phone: Defaulted<string>;
  voucher_number: Defaulted<string>;
  reg_number: Defaulted<string>;
  vehicle_brand: Defaulted<string>;
  vehicle_model: Defaulted<string>;
  vehicle_year: number | null;
  vehicle_color: Defaulted<string>;
  vip: Defaulted<boolean>;
  zip_code: Defaulted<string>;
  city: Defaulted<string>;
  street: Defaulted<string>;
  latitude: number | null;
  longitude: number | null;
  maximum_acceleration_g: number | null;
  severity: Severity | null;
  facts: JSONColumnType<CrashFacts, string, string>;
  contact_person_status_id: number | null;
  crash_dynamics_id: number | null;
  unconfirmation_reason_id: number | null;
  damage_description_ids: Defaulted<number[]>;
  car_part_ids: Defaulted<number[]>;
  next_call_at: MomentOrNull;
  locked_by: number | null;
  locked_by_name: string | null;
  locked_until: MomentOrNull;
  created_at: Moment;
  version: Defaulted<number>;
}

interface AccidentNoteTable {
  company_id: number;
  id: Generated<number>;
  accident_id: number;
  text: string;
  author_id: number;
  author_name: string;
  created_at: Moment;
  updated_at: Moment;
}

export interface AccidentImageTable {
  company_id: number;
  id: Generated<number>;
  accident_id: number;
  file_name: string;
  content_type: string;
  size: number;
  width: number;
  height: number;
  original_sha256: string;
  taken_at: MomentOrNull;
  latitude: number | null;
  longitude: number | null;
  author_id: number;
  author_name: string;
  created_at: Moment;
}

interface ImageDataTable {
  company_id: number;
  image_id: number;
  variant: 'original' | 'picture' | 'thumbnail';
  content_type: string;
  bytes: Buffer;
}

interface AuditTable {
  company_id: number;
  id: Generated<number>;
  at: Moment;
  actor_id: number | null;
  actor_name: string;
  request_id: string | null;
  entity: string;
  entity_id: number;
  action: string;
  reason: string | null;
  changes: JSONColumnType<AuditRow['changes'], string, string>;
}

interface IdempotencyKeyTable {
  company_id: number;
  account_id: number;
  key: string;
  body_hash: Buffer;
  status: number;
  answer: JSONColumnType<object, string, string>;
  created_at: Moment;
}

interface IngestMessageTable {
  company_id: number;
  message_id: string;
  kind: string;
  imei: string;
  received_at: Moment;
  answer: JSONColumnType<object, string, string>;
}

interface QuarantineTable {
  company_id: number;
  id: Generated<number>;
  imei: string;
  kind: string;
  message_id: string;
  body: JSONColumnType<object, string, string>;
  received_at: Moment;
  applied_at: MomentOrNull;
}

interface PositionBlockTable {
  object_id: string;
  id: Generated<number>;
  start_at: Moment;
  end_at: Moment;
  samples: number;
  suspect: Defaulted<number>;
  data: Buffer;
}

interface CurveBlockTable {
  object_id: string;
  id: Generated<number>;
  accident_id: number | null;
  start_at: Moment;
  end_at: Moment;
  rate_hz: number;
  range_g: number | null;
  frame: 'vehicle' | 'device';
  samples: number;
  data: Buffer;
}

interface TripTable {
  object_id: string;
  id: Generated<number>;
  start_at: Moment;
  end_at: Moment;
  duration_s: number;
  distance_km: number;
  average_speed_kmh: number;
  maximum_speed_kmh: number;
}

export interface Database extends LiveTables {
  company: CompanyTable;
  platform_key: PlatformKeyTable;
  account: AccountTable;
  account_picture: AccountPictureTable;
  account_link: AccountLinkTable;
  registration: RegistrationTable;
  session: SessionTable;
  sign_in_failure: SignInFailureTable;
  known_browser: KnownBrowserTable;
  dictionary_entry: DictionaryEntryTable;
  vehicle_brand: { id: Generated<number>; name: string };
  vehicle_model: { id: Generated<number>; brand_id: number; name: string };
  client: ClientTable;
  vehicle: VehicleTable;
  device: DeviceTable;
  voucher: VoucherTable;
  row_total: RowTotalTable;
  accident: AccidentTable;
  accident_note: AccidentNoteTable;
  accident_image: AccidentImageTable;
  image_data: ImageDataTable;
  audit: AuditTable;
  idempotency_key: IdempotencyKeyTable;
  ingest_message: IngestMessageTable;
  quarantine: QuarantineTable;
  position_block: PositionBlockTable;
  curve_block: CurveBlockTable;
  trip: TripTable;
}
