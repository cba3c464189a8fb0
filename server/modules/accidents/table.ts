import { accidents } from '../../../src/resources/accidents.ts';
import { defineTable, type Presenting } from '../../table/define.ts';
import type { DictionaryTitles } from '../info/dictionaries.ts';

/** Row of a list, as SQL over one table; `StatusOfRoadAccident` and leases that have run out are settled in `present`. */
export const accidentRow = `id as "ID", id as "Id", crash_unique_identifier::text as "Ident", object_id as "ObjectId",
  crash_unique_identifier as "CrashUniqueIdentifier", crash_at as "CrashDateTime",
  maximum_acceleration_g as "MaximumAcceleration", severity as "Severity", zip_code as "ZipCode", city as "City",
  street as "Street", client_first_name as "ClientFirstName", client_middle_name as "ClientMiddleName",
  client_last_name as "ClientLastName", client_name as "ClientName", client_phone as "ClientPhone",
  voucher_number as "VoucherNumber", reg_number as "VehicleRegNumber", vehicle_brand as "VehicleBrand",
  vehicle_model as "VehicleModel", status_of_road_accident_id as "StatusOfRoadAccidentID", status as "Status",
  next_call_at as "DateTimeOfNextCall", locked_by as "LockedBy", locked_by_name as "LockedByName",
  locked_until as "LockedUntil", longitude as "Longitude", latitude as "Latitude", vip as "Vip", version as "Version"`;

export const presentAccident = (
  row: Record<string, unknown>,
  titles: DictionaryTitles,
  { locale, nowIso }: Pick<Presenting, 'locale' | 'nowIso'>,
): void => {
  row.StatusOfRoadAccident = titles(locale, 'statusesOfRoadAccident', Number(row.StatusOfRoadAccidentID));
  if (typeof row.LockedUntil === 'string' && row.LockedUntil <= nowIso) {
    row.LockedBy = null;
    row.LockedByName = null;
    row.LockedUntil = null;
  }
};

export const accidentsTable = (titles: DictionaryTitles) =>
  defineTable(accidents, {
    from: 'accident',
    select: accidentRow,
    bucket: 'status',
    nullable: ['MaximumAcceleration', 'DateTimeOfNextCall'],
    columns: {
      CrashUniqueIdentifier: 'crash_unique_identifier',
      CrashDateTime: 'crash_at',
      ClientName: 'client_name',
      ClientPhone: 'client_phone',
      MaximumAcceleration: 'maximum_acceleration_g',
      Severity: 'severity',
      VehicleRegNumber: 'reg_number',
      VoucherNumber: 'voucher_number',
      VehicleBrand: 'vehicle_brand',
      VehicleModel: 'vehicle_model',
      StatusOfRoadAccident: 'status_of_road_accident_id',
      City: 'city',
      Street: 'street',
      DateTimeOfNextCall: 'next_call_at',
      LockedByName: 'locked_by_name',
      Vip: 'vip',
      Position: 'latitude',
    },
    present: (row, how) => presentAccident(row, titles, how),
  });
