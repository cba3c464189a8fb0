// `npm run generate` writes this file from the migrated schema. A test fails while it is out of date.

import type { Role } from "../../src/contract/access.ts";
import type { AnomalyKind, AnomalyState } from "../../src/contract/anomalies.ts";
import type { Locale } from "../../src/contract/messages/index.ts";
import type { ScheduleFrequency, ScheduleRunState } from "../../src/contract/schedules.ts";
import type { ManoeuvreKind } from "../../src/contract/scoring.ts";
import type { CrashFacts } from "../../src/contract/shapes/accident.ts";
import type { RegistrationRow, SettingsUpdate } from "../../src/contract/shapes/account.ts";
import type { AuditRow } from "../../src/contract/shapes/audit.ts";
import type { StoredFileReading } from "../../src/contract/shapes/imports.ts";
import type { ExportOrder, JobError } from "../../src/contract/shapes/jobs.ts";
import type { NotificationKind } from "../../src/contract/shapes/messages.ts";
import type { ListState } from "../../src/contract/shapes/savedViews.ts";
import type { AccidentStatus, JobState, Severity, ViewAudience } from "../../src/contract/states.ts";
import type { Bilingual } from "../../src/schema/kinds/field.ts";
import type { DefaultedJson, Json, Moment } from "./columns.ts";
import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export interface Accident {
  alarm_until: Moment | null;
  ambulance: string | null;
  car_part_ids: Generated<number[]>;
  city: Generated<string>;
  client_first_name: Generated<string>;
  client_id: number | null;
  client_last_name: Generated<string>;
  client_middle_name: Generated<string>;
  client_name: Generated<string>;
  client_phone: Generated<string>;
  company_id: number;
  contact_person_status_id: number | null;
  crash_at: Moment;
  crash_dynamics_id: number | null;
  crash_unique_identifier: Generated<number | null>;
  created_at: Moment;
  damage_description_ids: Generated<number[]>;
  damages: Generated<string[]>;
  device_model: Generated<string>;
  disagreement_survey_reason_id: number | null;
  drivable: string | null;
  duplicate_of_id: number | null;
  facts: DefaultedJson<CrashFacts>;
  finished_at: Moment | null;
  first_contact_at: Moment | null;
  id: Generated<number>;
  injured: string | null;
  is_fresh: Generated<boolean>;
  kind: Generated<string>;
  latitude: number | null;
  locked_by: number | null;
  locked_by_name: string | null;
  locked_until: Moment | null;
  longitude: number | null;
  maximum_acceleration_g: number | null;
  next_call_at: Moment | null;
  next_call_promised: Generated<boolean>;
  object_id: string;
  operator_id: number | null;
  other_party_phone: string | null;
  other_party_plate: string | null;
  other_party_policy: string | null;
  overdue_call_at: Moment | null;
  police: string | null;
  queue_place: Generated<number | null>;
  recording: Generated<string | null>;
  reg_number: Generated<string>;
  search: Generated<string | null>;
  search_words: Generated<string | null>;
  severity: Severity | null;
  severity_rank: Generated<number | null>;
  source: Generated<string>;
  status: AccidentStatus;
  status_of_road_accident_id: Generated<number>;
  street: Generated<string>;
  survey: string | null;
  unconfirmation_reason_id: number | null;
  utc_offset_ms: number | null;
  vehicle_brand: Generated<string>;
  vehicle_color: Generated<string>;
  vehicle_model: Generated<string>;
  vehicle_year: number | null;
  version: Generated<number>;
  vip: Generated<boolean>;
  voucher_id: number | null;
  voucher_number: Generated<string>;
  zip_code: Generated<string>;
}

export interface AccidentCall {
  accident_id: number;
  at: Moment;
  author_id: number;
  author_name: string;
  comment: string;
  company_id: number;
  contact_person_status_id: number | null;
  id: Generated<number>;
  next_call_at: Moment | null;
  reason_id: number | null;
  result_id: number;
}

export interface AccidentDecision {
  accident_id: number;
  at: Moment;
  author_id: number;
  call_id: number | null;
  company_id: number;
  former: Json<object>;
  version: number;
}

export interface AccidentImage {
  accident_id: number;
  author_id: number;
  author_name: string;
  caption: Generated<string>;
  company_id: number;
  content_type: string;
  created_at: Moment;
  cut: Generated<boolean>;
  file_name: string;
  height: number;
  id: Generated<number>;
  latitude: number | null;
  longitude: number | null;
  original_sha256: string;
  position: Generated<number>;
  rotation: Generated<number>;
  size: number;
  taken_at: Moment | null;
  upload_id: string | null;
  width: number;
}

export interface AccidentNote {
  accident_id: number;
  author_id: number;
  author_name: string;
  company_id: number;
  created_at: Moment;
  id: Generated<number>;
  text: string;
  updated_at: Moment;
}

export interface AccidentNoteEdit {
  company_id: number;
  edited_at: Moment;
  editor_name: string;
  id: Generated<number>;
  note_id: number;
  text: string;
}

export interface Account {
  blocked_at: Moment | null;
  company_id: number;
  created_at: Generated<Moment>;
  email: string;
  full_name: string;
  id: Generated<number>;
  invited_at: Moment | null;
  last_seen_at: Moment | null;
  locale: Generated<string>;
  occupation: Generated<string>;
  password_hash: string;
  phone: Generated<string>;
  picture_id: number | null;
  roles: string[];
  search: Generated<string | null>;
  settings: DefaultedJson<SettingsUpdate>;
  version: Generated<number>;
}

export interface AccountLink {
  account_id: number;
  created_at: Moment;
  expires_at: Moment;
  purpose: 'reset' | 'invite';
  token_hash: Buffer;
  used_at: Moment | null;
}

export interface AccountPicture {
  account_id: number;
  bytes: Buffer;
  company_id: number;
  content_type: string;
  created_at: Moment;
  id: Generated<number>;
}

export interface Anomaly {
  accident_id: number | null;
  count: number;
  decided_at: Moment | null;
  decided_by: Generated<string>;
  ended_at: Moment | null;
  found_in: string;
  from_at: Moment;
  id: Generated<number>;
  kind: AnomalyKind;
  object_id: string;
  quarantined: Generated<number>;
  reason: Generated<string>;
  slope: number | null;
  state: Generated<AnomalyState>;
  stated_at: Moment | null;
  to_at: Moment;
}

export interface AnomalyStatus {
  began_at: Moment;
  company_id: number;
  count: Generated<number>;
  ended_at: Moment | null;
  id: Generated<number>;
  kind: AnomalyKind;
  last_at: Moment;
  object_id: string;
  quarantined: Generated<number>;
  state: Generated<string>;
  version: Generated<number>;
  voucher_id: number;
}

export interface Audit {
  action: string;
  actor_id: number | null;
  actor_name: string;
  at: Moment;
  changes: DefaultedJson<AuditRow['changes']>;
  company_id: number;
  entity: string;
  entity_id: number;
  id: Generated<number>;
  reason: string | null;
  request_id: string | null;
}

export interface BulkChange {
  action: string;
  action_values: Json<object>;
  author_id: number;
  author_name: string;
  check_job: number | null;
  company_id: number;
  created_at: Moment;
  expires_at: Moment;
  filter: string;
  id: Generated<number>;
  list: string;
  locale: Locale;
  query: Json<object>;
  resource: string;
  run_job: number | null;
  split: string | null;
  undo_job: number | null;
  undo_minutes: number | null;
  version: Generated<number>;
}

export interface BulkItem {
  bulk_id: number;
  company_id: number;
  ordinal: number;
  reason: Json<JobError> | null;
  record_id: number;
  state: Generated<'waiting' | 'can' | 'cannot' | 'done' | 'refused' | 'undone' | 'left'>;
  undo_values: Json<object> | null;
}

export interface Client {
  birth_date: string | null;
  city: Generated<string>;
  company_id: number;
  country: Generated<string>;
  created_at: Generated<Moment>;
  email: Generated<string>;
  first_name: Generated<string>;
  full_name: Generated<string>;
  gender: Generated<string>;
  id: Generated<number>;
  last_name: string;
  licence_date: string | null;
  middle_name: Generated<string>;
  phone: Generated<string>;
  search: Generated<string | null>;
  search_words: Generated<string | null>;
  second_phone: Generated<string>;
  street: Generated<string>;
  version: Generated<number>;
  vip: Generated<boolean>;
  zip_code: Generated<string>;
}

export interface Company {
  closed_at: Moment | null;
  created_at: Generated<Moment>;
  demo: Generated<boolean>;
  first_retry_min: Generated<number>;
  fresh_min: Generated<number>;
  id: Generated<number>;
  name: string;
  next_day_hour: Generated<number>;
  quiet_from_hour: Generated<number>;
  quiet_to_hour: Generated<number>;
  second_retry_min: Generated<number>;
  target_major_min: Generated<number>;
  target_mini_min: Generated<number>;
  target_minor_min: Generated<number>;
  time_zone: Generated<string>;
  version: Generated<number>;
  weekend_calls: Generated<boolean>;
}

export interface CurveBlock {
  accident_id: number | null;
  data: Buffer;
  digest: string | null;
  end_at: Moment;
  frame: 'vehicle' | 'device';
  id: Generated<number>;
  object_id: string;
  quarantine_reason: string | null;
  range_g: number | null;
  rate_hz: number;
  samples: number;
  settled: Generated<boolean>;
  start_at: Moment;
}

export interface Device {
  affiliation: Generated<string>;
  alien: Generated<boolean>;
  company_id: number;
  created_at: Generated<Moment>;
  id: Generated<number>;
  imei: string;
  obu_brand: Generated<string>;
  obu_model: Generated<string>;
  obu_model_id: number | null;
  search: Generated<string | null>;
  sim_number: Generated<string>;
  version: Generated<number>;
}

export interface DeviceAlarm {
  at: Moment;
  code: Generated<string>;
  id: Generated<number>;
  kind: string;
  latitude: number | null;
  longitude: number | null;
  object_id: string;
  speed_kmh: number | null;
  stated_at: Moment | null;
}

export interface DeviceContact {
  clock_stepped_back: Generated<boolean>;
  company_id: number;
  first_ignition_at: Moment | null;
  gap_from: Moment | null;
  gap_to: Moment | null;
  ignition: boolean | null;
  last_at: Moment | null;
  latitude: number | null;
  longitude: number | null;
  newest_at: Moment | null;
  object_id: string;
  power_cut_at: Moment | null;
  received_at: Moment;
  silent_at: Moment | null;
  speed_kmh: number | null;
  voucher_id: number;
}

export interface DeviceIdentifier {
  company_id: number;
  created_at: Moment;
  created_by: string;
  identifier: string;
  imei: string;
}

export interface DevicePeriod {
  company_id: number;
  from_at: Moment;
  id: Generated<number>;
  imei: string;
  object_id: string;
  scored: Generated<boolean>;
  to_at: Moment | null;
  voucher_id: number;
}

export interface DictionaryEntry {
  code: number;
  dictionary: string;
  id: Generated<number>;
  retired: Generated<boolean>;
  search: Generated<string | null>;
  title: Generated<string | null>;
  title_en: string;
  title_ru: Generated<string>;
  version: Generated<number>;
}

export interface Dossier {
  accident_id: number;
  author_id: number;
  author_name: string;
  company_id: number;
  created_at: Moment;
  job_id: number;
  key_sha256: string | null;
  locale: string;
  made_at: Moment | null;
  manifest_sha256: string | null;
  number: number;
  pdf_bytes: number | null;
  pdf_parts: number | null;
  state_sha256: string;
  time_zone: string;
  zip_bytes: number | null;
}

export interface DossierKey {
  id: Generated<number>;
  made_at: Moment;
  private_key: string;
  public_key: string;
}

export interface Event {
  account_id: number | null;
  at: Moment;
  company_id: number;
  data: Json<object>;
  id: number;
  type: string;
}

export interface EventHead {
  changes: Generated<number>;
  company_id: number;
  last_id: number;
}

export interface ExportSchedule {
  company_id: number;
  contents: Generated<string>;
  created_at: Moment;
  export_order: Json<ExportOrder>;
  failed_runs: Generated<number>;
  frequency: ScheduleFrequency;
  hour: number;
  id: Generated<number>;
  last_error: Json<JobError> | null;
  last_export_id: number | null;
  last_rows: number | null;
  last_run_at: Moment | null;
  last_state: ScheduleRunState | null;
  locale: Locale;
  month_day: number | null;
  name: string;
  next_run_at: Moment | null;
  owner_id: number;
  owner_name: string;
  recipient_ids: ArrayType<number>;
  retry_at: Moment | null;
  time_zone: string;
  unsent_ids: Generated<ArrayType<number>>;
  weekday: number | null;
}

export interface FilterTemplate {
  changed_at: Moment;
  company_id: number;
  id: Generated<number>;
  name: string;
  owner_id: number;
  owner_name: string;
  resource: string;
  role: Role | null;
  shared: ViewAudience;
  split: Generated<string>;
  state: Json<ListState>;
}

export interface Handout {
  accident_id: number | null;
  author_id: number;
  author_name: string;
  client_id: number;
  company_id: number;
  created_at: Moment;
  expires_at: Moment;
  id: Generated<number>;
  last_opened_at: Moment | null;
  opened_count: Generated<number>;
  page: Json<object> | null;
  token_hash: Buffer;
  voucher_id: number | null;
  withdrawn_at: Moment | null;
}

export interface IdempotencyKey {
  account_id: number;
  answer: Json<object>;
  body_hash: Buffer;
  company_id: number;
  created_at: Moment;
  key: string;
  status: number;
}

export interface ImageData {
  bytes: Buffer;
  company_id: number;
  content_type: string;
  image_id: number;
  variant: 'original' | 'picture' | 'thumbnail';
}

export interface ImageUpload {
  accident_id: number;
  account_id: number;
  company_id: number;
  created_at: Moment;
  file_name: string;
  id: string;
  size: number;
}

export interface ImageUploadPiece {
  bytes: Buffer;
  company_id: number;
  offset_bytes: number;
  upload_id: string;
}

export interface Import {
  author_id: number;
  author_name: string;
  check_id: string | null;
  company_id: number;
  created_at: Moment;
  doubtful_rows: number | null;
  expires_at: Moment;
  file_name: string;
  finished_at: Moment | null;
  headings: Json<readonly string[]>;
  id: Generated<number>;
  job_id: number | null;
  mapping: Json<readonly (string | null)[]>;
  reading: Json<StoredFileReading> | null;
  resource: string;
  row_count: number;
  samples: Json<readonly (readonly string[])[]>;
  size_bytes: number;
  stage: Generated<'uploaded' | 'checked' | 'done' | 'undone'>;
  step: 'check' | 'run' | 'undo' | null;
  time_zone: Generated<string>;
  version: Generated<number>;
  wrong_rows: number | null;
}

export interface ImportChunk {
  bytes: Buffer;
  company_id: number;
  import_id: number;
  ordinal: number;
}

export interface ImportFault {
  check_id: string;
  company_id: number;
  field: string;
  grave: boolean;
  import_id: number;
  message: Json<Bilingual>;
  ordinal: number;
  other_row: number | null;
  record_id: number | null;
  row_number: number;
  value: string;
}

export interface ImportFile {
  bytes: Buffer;
  company_id: number;
  import_id: number;
  ordinal: number;
}

export interface ImportMapping {
  account_id: number;
  company_id: number;
  headings_hash: string;
  mapping: Json<readonly (string | null)[]>;
  resource: string;
  used_at: Moment;
}

export interface ImportRecord {
  company_id: number;
  import_id: number;
  record_id: number;
  row_number: number;
  written_values: DefaultedJson<object>;
}

export interface IngestMessage {
  answer: Json<object>;
  company_id: number;
  content_hash: string | null;
  imei: string;
  kind: string;
  message_id: string;
  received_at: Moment;
}

export interface Job {
  attempt: Generated<number>;
  author_id: number;
  author_name: string;
  company_id: number;
  created_at: Moment;
  done: Generated<number>;
  error: Json<JobError> | null;
  expires_at: Moment;
  failed_attempts: Generated<number[]>;
  finished_at: Moment | null;
  heartbeat_at: Moment | null;
  id: Generated<number>;
  input: Json<object>;
  kind: string;
  lost_processes: Generated<number>;
  process: string | null;
  result: Json<object> | null;
  started_at: Moment | null;
  state: Generated<JobState>;
  total: number | null;
  version: Generated<number>;
}

export interface JobChunk {
  attempt: number;
  bytes: Buffer;
  company_id: number;
  job_id: number;
  ordinal: number;
}

export interface KnownBrowser {
  account_id: number;
  seen_at: Moment;
  token_hash: Buffer;
}

export interface LocationView {
  account_id: number;
  company_id: number;
  object_id: string;
  viewed_at: Moment;
}

export interface Manoeuvre {
  end_at: Moment;
  id: Generated<number>;
  kind: ManoeuvreKind;
  latitude: number | null;
  longitude: number | null;
  mean_g: number | null;
  object_id: string;
  peak_g: number | null;
  source: 'acceleration' | 'positions';
  speed_kmh: number | null;
  start_at: Moment;
  trip_id: number;
}

export interface Message {
  accident_id: Generated<number>;
  at: Moment;
  author_id: number;
  author_name: string;
  company_id: number;
  id: Generated<number>;
  reply_to_id: number | null;
  text: string;
}

export interface MessageRead {
  accident_id: number;
  account_id: number;
  company_id: number;
  last_read_id: number;
}

export interface MonitoredObject {
  company_id: number;
  from_at: Moment;
  object_id: string;
  to_at: Moment | null;
  vehicle_id: number;
  voucher_id: number;
}

export interface Notification {
  accident_id: number | null;
  account_id: number;
  actor_name: string | null;
  alarm: string | null;
  at: Moment;
  cases: number | null;
  company_id: number;
  id: Generated<number>;
  kind: NotificationKind;
  message_id: number | null;
  path: string | null;
  read_at: Moment | null;
  text: string | null;
}

export interface ObjectDay {
  acceleration: Generated<number>;
  braking: Generated<number>;
  bump: Generated<number>;
  company_id: number;
  complication_m: Generated<number>;
  context_m: Generated<number>;
  context_ms: Generated<number>;
  cornering: Generated<number>;
  day: string;
  direction_change: Generated<number>;
  distance_m: Generated<number>;
  duration_ms: Generated<number>;
  idle_ms: Generated<number>;
  maximum_speed_kmh: number | null;
  motorway_m: Generated<number>;
  night_ms: Generated<number>;
  object_id: string;
  placed_m: Generated<number>;
  rush_ms: Generated<number>;
  sensed_m: Generated<number>;
  speed_squares: Generated<number>;
  speeding: Generated<number>;
  trips: Generated<number>;
  urban_m: Generated<number>;
  watched_m: Generated<number>;
}

export interface ObjectScore {
  acceleration: Generated<number>;
  band: string | null;
  braking: Generated<number>;
  bump: Generated<number>;
  company_id: number;
  complication_m: Generated<number>;
  context_m: Generated<number>;
  context_ms: Generated<number>;
  cornering: Generated<number>;
  days: Generated<number>;
  direction_change: Generated<number>;
  distance_m: Generated<number>;
  duration_ms: Generated<number>;
  first_day: string | null;
  formula: number;
  idle_ms: Generated<number>;
  last_day: string | null;
  maximum_speed_kmh: number | null;
  motorway_m: Generated<number>;
  night_ms: Generated<number>;
  object_id: string;
  placed_m: Generated<number>;
  rush_ms: Generated<number>;
  score: number | null;
  score_high: number | null;
  score_low: number | null;
  sensed_m: Generated<number>;
  speed_squares: Generated<number>;
  speeding: Generated<number>;
  time_zone: string;
  trips: Generated<number>;
  urban_m: Generated<number>;
  voucher_id: number;
  watched_m: Generated<number>;
  worst: string | null;
}

export interface ObjectStretch {
  acceleration: Generated<number>;
  braking: Generated<number>;
  bump: Generated<number>;
  company_id: number;
  complication_m: Generated<number>;
  context_m: Generated<number>;
  context_ms: Generated<number>;
  cornering: Generated<number>;
  day: string;
  days: number;
  direction_change: Generated<number>;
  distance_m: Generated<number>;
  duration_ms: Generated<number>;
  idle_ms: Generated<number>;
  last_day: string;
  maximum_speed_kmh: number | null;
  motorway_m: Generated<number>;
  night_ms: Generated<number>;
  object_id: string;
  placed_m: Generated<number>;
  rush_ms: Generated<number>;
  sensed_m: Generated<number>;
  size: number;
  speed_squares: Generated<number>;
  speeding: Generated<number>;
  trips: Generated<number>;
  urban_m: Generated<number>;
  watched_m: Generated<number>;
}

export interface ObjectWeekday {
  acceleration: Generated<number>;
  braking: Generated<number>;
  bump: Generated<number>;
  company_id: number;
  complication_m: Generated<number>;
  context_m: Generated<number>;
  context_ms: Generated<number>;
  cornering: Generated<number>;
  days: number;
  direction_change: Generated<number>;
  distance_m: Generated<number>;
  duration_ms: Generated<number>;
  idle_ms: Generated<number>;
  maximum_speed_kmh: number | null;
  motorway_m: Generated<number>;
  night_ms: Generated<number>;
  object_id: string;
  placed_m: Generated<number>;
  rush_ms: Generated<number>;
  sensed_m: Generated<number>;
  speed_squares: Generated<number>;
  speeding: Generated<number>;
  trips: Generated<number>;
  urban_m: Generated<number>;
  watched_m: Generated<number>;
  weekday: number;
}

export interface ObuModel {
  bandwidth_hz: number | null;
  brand: string;
  frame: Generated<string>;
  id: Generated<number>;
  model: string;
  name: Generated<string>;
  range_g: number | null;
  rate_hz: number | null;
  search: Generated<string | null>;
  version: Generated<number>;
}

export interface Orientation {
  axes: Json<object> | null;
  from_at: Moment;
  object_id: string;
}

export interface PlatformKey {
  beginning: Generated<string>;
  company_id: number;
  created_at: Generated<Moment>;
  created_by: Generated<string>;
  id: Generated<number>;
  key_hash: Buffer;
  last_used_at: Moment | null;
  name: string;
  revoked_at: Moment | null;
  version: Generated<number>;
}

export interface PositionBlock {
  data: Buffer;
  end_at: Moment;
  id: Generated<number>;
  marks: ArrayType<number> | null;
  object_id: string;
  quarantine_reason: string | null;
  samples: number;
  settled: Generated<boolean>;
  start_at: Moment;
  suspect: Generated<number>;
}

export interface Quarantine {
  applied_at: Moment | null;
  body: Json<object>;
  bytes: Generated<number>;
  company_id: number;
  content_hash: string | null;
  drop_reason: string | null;
  dropped_at: Moment | null;
  dropped_by: string | null;
  id: Generated<number>;
  imei: string;
  kind: string;
  message_id: string;
  opens_case: Generated<boolean>;
  received_at: Moment;
}

export interface QuarantinedDevice {
  company_id: number | null;
  first_received_at: Moment | null;
  id: number | null;
  imei: string | null;
  impacts: number | null;
  last_received_at: Moment | null;
  messages: number | null;
  search: string | null;
  version: number | null;
}

export interface RecomputeProgress {
  company_id: number;
  done: number;
  started_at: Moment;
  total: number;
}

export interface Registration {
  company_id: number;
  created_at: Moment;
  decided_at: Moment | null;
  decided_by: string | null;
  email: string;
  full_name: string;
  id: Generated<number>;
  locale: string;
  phone: Generated<string>;
  state: Generated<RegistrationRow['state']>;
}

export interface RetiredToken {
  expires_at: Moment;
  salt: Buffer | null;
  session_id: number;
  token_hash: Buffer;
}

export interface RowTotal {
  bucket: string;
  company_id: number;
  list: string;
  slot: number;
  total: number;
}

export interface ScorePrior {
  company_id: number;
  formula: number;
  made_at: Moment;
  priors: Json<object>;
  priors_by_source: Json<object> | null;
}

export interface Session {
  account_id: number;
  company_id: number;
  created_at: Moment;
  ended_at: Moment | null;
  expires_at: Moment;
  fresh_until: Moment | null;
  id: Generated<number>;
  last_seen_at: Moment | null;
  token_hash: Buffer;
  user_agent: Generated<string>;
}

export interface SignInFailure {
  key: string;
  tries: number;
  window_ends_at: Moment;
}

export interface Trip {
  acceleration: number | null;
  average_speed_kmh: number;
  braking: number | null;
  bump: number | null;
  complication: number | null;
  cornering: number | null;
  direction_change: number | null;
  distance_km: number;
  duration_s: number;
  end_at: Moment;
  estimated_m: number | null;
  excluded_at: Moment | null;
  exclusion_reason: string | null;
  id: Generated<number>;
  idle_ms: number | null;
  maximum_speed_kmh: number;
  motorway_m: number | null;
  night_ms: number | null;
  notes: Generated<string>;
  object_id: string;
  outdated: Generated<boolean>;
  placed_m: number | null;
  quarantine_reason: string | null;
  rush_ms: number | null;
  scored: Generated<boolean>;
  sensed_m: number | null;
  speed_squares: number | null;
  speeding: number | null;
  start_at: Moment;
  urban_m: number | null;
  utc_offset_ms: number | null;
  watched_by: string | null;
  watched_m: number | null;
}

export interface TripCut {
  company_id: number;
  due_at: Moment | null;
  fixes: number;
  from_at: Moment;
  object_id: string;
  to_at: Moment;
  waiting: Json<object> | null;
}

export interface TripScore {
  formula: number;
  object_id: string;
  parts: Json<Readonly<Record<string, number>>>;
  score_tenths: number | null;
  trip_id: number;
}

export interface UiLocale {
  enabled: boolean;
  locale: string;
}

export interface UiText {
  id: Generated<number>;
  key: string;
  locale: string;
  text: string;
}

export interface Vehicle {
  brand: string;
  car_type_id: number | null;
  color: Generated<string>;
  company_id: number;
  created_at: Generated<Moment>;
  emission_standard_id: number | null;
  fuel_type_id: number | null;
  id: Generated<number>;
  model: string;
  reg_number: Generated<string>;
  registration_date: string | null;
  version: Generated<number>;
  vin: Generated<string>;
  year: number | null;
}

export interface Voucher {
  activated_at: Moment | null;
  agent: Generated<string>;
  appointment_at: Moment | null;
  birthday_date: string | null;
  branch: Generated<string>;
  car_type_id: number | null;
  city: Generated<string>;
  client_first_name: Generated<string>;
  client_id: number;
  client_last_name: Generated<string>;
  client_middle_name: Generated<string>;
  client_name: string;
  client_phone: Generated<string>;
  closed_at: Moment | null;
  company_id: number;
  contract_begin: string | null;
  contract_end: string | null;
  contract_number: Generated<string>;
  contract_signature_date: string | null;
  contract_type_id: number | null;
  country: Generated<string>;
  crashes: Generated<number>;
  created_at: Moment;
  emission_standard_id: number | null;
  first_driving_license_date: string | null;
  fuel_type_id: number | null;
  group_id: number | null;
  id: Generated<number>;
  imei: string | null;
  installation_center_id: number | null;
  number: string;
  object_id: string;
  obu_alien: Generated<boolean>;
  obu_brand: Generated<string>;
  obu_model: Generated<string>;
  policy_number: Generated<string>;
  reg_number: Generated<string>;
  search: Generated<string | null>;
  search_words: Generated<string | null>;
  secondary_phone_number: Generated<string>;
  serial: Generated<string>;
  sim_number: Generated<string>;
  stage: string;
  terminal_affiliation: number | null;
  vehicle_brand: string;
  vehicle_color: Generated<string>;
  vehicle_id: number;
  vehicle_model: string;
  vehicle_registration_date: string | null;
  vehicle_year: number | null;
  version: Generated<number>;
  vin: Generated<string>;
  vip: Generated<boolean>;
  zip_code: Generated<string>;
}

export interface Webhook {
  company_id: number;
  created_at: Moment;
  created_by: string;
  events: string[];
  failures_in_row: Generated<number>;
  former_secret: string | null;
  former_secret_until: Moment | null;
  id: Generated<number>;
  last_delivered_at: Moment | null;
  lease: string | null;
  lease_until: Moment | null;
  quiet_until: Moment | null;
  secret: string;
  state: Generated<string>;
  url: string;
  version: Generated<number>;
}

export interface WebhookDelivery {
  answer_beginning: Generated<string>;
  attempted_at: Moment | null;
  attempts: Generated<number>;
  body: string;
  company_id: number;
  created_at: Moment;
  duration_ms: number | null;
  event: string;
  fault: Generated<string>;
  id: Generated<number>;
  message_id: string;
  next_attempt_at: Moment | null;
  response_code: number | null;
  retry_until: Moment;
  state: Generated<string>;
  version: Generated<number>;
  webhook_id: number;
}

/** Every table. */
export interface Database {
  accident: Accident;
  accident_call: AccidentCall;
  accident_decision: AccidentDecision;
  accident_image: AccidentImage;
  accident_note: AccidentNote;
  accident_note_edit: AccidentNoteEdit;
  account: Account;
  account_link: AccountLink;
  account_picture: AccountPicture;
  anomaly: Anomaly;
  anomaly_status: AnomalyStatus;
  audit: Audit;
  bulk_change: BulkChange;
  bulk_item: BulkItem;
  client: Client;
  company: Company;
  curve_block: CurveBlock;
  device: Device;
  device_alarm: DeviceAlarm;
  device_contact: DeviceContact;
  device_identifier: DeviceIdentifier;
  device_period: DevicePeriod;
  dictionary_entry: DictionaryEntry;
  dossier: Dossier;
  dossier_key: DossierKey;
  event: Event;
  event_head: EventHead;
  export_schedule: ExportSchedule;
  filter_template: FilterTemplate;
  handout: Handout;
  idempotency_key: IdempotencyKey;
  image_data: ImageData;
  image_upload: ImageUpload;
  image_upload_piece: ImageUploadPiece;
  import: Import;
  import_chunk: ImportChunk;
  import_fault: ImportFault;
  import_file: ImportFile;
  import_mapping: ImportMapping;
  import_record: ImportRecord;
  ingest_message: IngestMessage;
  job: Job;
  job_chunk: JobChunk;
  known_browser: KnownBrowser;
  location_view: LocationView;
  manoeuvre: Manoeuvre;
  message: Message;
  message_read: MessageRead;
  monitored_object: MonitoredObject;
  notification: Notification;
  object_day: ObjectDay;
  object_score: ObjectScore;
  object_stretch: ObjectStretch;
  object_weekday: ObjectWeekday;
  obu_model: ObuModel;
  orientation: Orientation;
  platform_key: PlatformKey;
  position_block: PositionBlock;
  quarantine: Quarantine;
  quarantined_device: QuarantinedDevice;
  recompute_progress: RecomputeProgress;
  registration: Registration;
  retired_token: RetiredToken;
  row_total: RowTotal;
  score_prior: ScorePrior;
  session: Session;
  sign_in_failure: SignInFailure;
  trip: Trip;
  trip_cut: TripCut;
  trip_score: TripScore;
  ui_locale: UiLocale;
  ui_text: UiText;
  vehicle: Vehicle;
  voucher: Voucher;
  webhook: Webhook;
  webhook_delivery: WebhookDelivery;
}
