import { accidents } from '../../../src/resources/accidents.ts';
import { noFacts } from '../../domain/telemetry/noFacts.ts';
import { defineTable } from '../../table/define.ts';

export const accidentsTable = defineTable(accidents, {
  pairs: true,
  bucket: 'status',
  columns: {
    ID: 'id',
    Ident: 'crash_unique_identifier::text',
    ObjectId: 'object_id',
    CrashDateTime: 'crash_at',
    MaximumAcceleration: 'maximum_acceleration_g',
    VehicleRegNumber: 'reg_number',
    DateTimeOfNextCall: 'next_call_at',
    OperatorId: 'operator_id',
  },
  // What was computed before a figure existed does not know it.
  recordColumns: { Facts: `'${JSON.stringify(noFacts())}'::jsonb || facts` },
  looksAt: ['LockedBy', 'LockedByName', 'LockedUntil'],
  present: (row, { nowIso }) => {
    // An expired lease counts as none.
    if (typeof row.LockedUntil === 'string' && row.LockedUntil <= nowIso)
      Object.assign(row, { LockedBy: null, LockedByName: null, LockedUntil: null });
  },
});
