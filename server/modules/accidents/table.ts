import type { CrashFacts } from '../../../src/contract/shapes/accident.ts';
import { implausibleDoubts } from '../../../src/contract/states.ts';
import { verdictFactNames, verdictKey } from '../../../src/resources/accidents/impact.ts';
import { accidents } from '../../../src/resources/accidents.ts';
import { clientZone } from '../../domain/client-zone.ts';
import { noFacts } from '../../domain/telemetry/noFacts.ts';
import { roundFacts } from '../../domain/telemetry/roundFacts.ts';
import { defineTable, type Fill } from '../../engine/table/define.ts';
import { columnText, joinColumns, type SearchIndex } from '../../engine/table/searchIndex.ts';

/** Settings of the global search. PostgreSQL uses an index only if the SQL expression here equals that of the index. */
const accidentSearch: SearchIndex = {
  id: 'id',
  newestFirst: true,
  columns: `id, object_id, status, crash_at, voucher_number, reg_number, client_name, client_phone, vehicle_brand,
    vehicle_model, city`,
  keys: [
    { keyKind: 'number', expression: 'id' },
    { keyKind: 'key', expression: 'search_plain(reg_number)' },
    { keyKind: 'key', expression: 'search_plain(voucher_number)' },
    { keyKind: 'name', expression: 'search_words(client_name)' },
    { keyKind: 'phoneTail', expression: 'reverse(search_phone(client_phone))' },
  ],
  lexemes: 'search_words',
  text: 'search',
  columnRoles: {
    id: 'key',
    voucher_number: 'key',
    reg_number: 'key',
    client_name: 'name',
    client_phone: 'phone',
    vehicle_brand: 'text',
    vehicle_model: 'text',
    city: 'text',
  },
  display: row => ({
    Title: columnText(row, 'id'),
    about: [
      columnText(row, 'client_name'),
      columnText(row, 'reg_number'),
      joinColumns(row, 'vehicle_brand', 'vehicle_model'),
    ],
    At: columnText(row, 'crash_at'),
  }),
};

/**
 * Adds the client's time zone, which follows from the accident's position. Without a position it follows from the city
 * of the accident or of the voucher.
 */
const fillZone: Fill = async (read, companyId, rows) => {
  for (const row of rows) {
    const [company] = await read<{ zone: string; city: string | null }>({
      text: `select time_zone as zone, (select city from voucher where company_id = $1 and id = $2) as city
        from company where id = $1`,
      values: [companyId, row.VoucherId],
    });
    row.ClientTimeZone = clientZone({
      latitude: row.Latitude as number | null,
      longitude: row.Longitude as number | null,
      city: String(row.City || company?.city || ''),
      companyZone: company?.zone ?? 'UTC',
    });
  }
};

/** SQL expression: time by which the client is to be called for the first time. It depends on the class of the impact. */
export const firstCallTarget = `crash_at
  + (select case severity when 'major' then target_major_min when 'mini' then target_mini_min else target_minor_min end
    from company where company.id = company_id) * interval '1 minute'`;

/** SQL expression: a doubt about the recording makes its figures unknown. */
export const unreliableRecording = `coalesce(facts->'Doubts' ?| '{${implausibleDoubts.join()}}'::text[], false)`;

export const accidentsTable = defineTable(accidents, {
  index: { letterPairs: true, search: accidentSearch },
  columns: {
    ID: 'id',
    Ident: 'crash_unique_identifier::text',
    ObjectId: 'object_id',
    CrashDateTime: 'crash_at',
    WaitingSince: 'crash_at',
    // The function `present` of this table replaces these facts of the impact by the verdict.
    Verdict: `jsonb_build_object(${verdictFactNames.map(name => `'${name}', facts->'${name}'`)}, 'IsFromDevice', source = 'device')`,
    Unreliable: unreliableRecording,
    Vehicle: "trim(vehicle_brand || ' ' || vehicle_model)",
    MaximumAcceleration: 'maximum_acceleration_g',
    VehicleRegNumber: 'reg_number',
    DateTimeOfNextCall: 'next_call_at',
    OperatorId: 'operator_id',
    DuplicateOf: 'duplicate_of_id',
    FirstCallBy: `case when status = 'opened' and first_contact_at is null then ${firstCallTarget} end`,
  },
  order: { Severity: 'severity_rank' },
  computed: {
    names: ['ClientTimeZone'],
    record: fillZone,
    reads: ['Verdict', 'LockedBy', 'LockedByName', 'LockedUntil'],
  },
  // Facts of an old accident lack figures that were added later, so these get their default values.
  singleRecordColumns: { Facts: `'${JSON.stringify(noFacts())}'::jsonb || facts` },
  present: (row, { nowIso }) => {
    if (row.Verdict) {
      const facts = row.Verdict as CrashFacts & { readonly IsFromDevice: boolean };
      row.Verdict = verdictKey(roundFacts(facts), facts.IsFromDevice);
    }
    // An expired lease is presented as no lease.
    if (typeof row.LockedUntil === 'string' && row.LockedUntil <= nowIso)
      Object.assign(row, { LockedBy: null, LockedByName: null, LockedUntil: null });
    if (row.Facts) row.Facts = roundFacts(row.Facts as CrashFacts);
  },
});
