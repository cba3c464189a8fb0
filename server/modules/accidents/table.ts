import { accidents } from '../../../src/resources/accidents.ts';
import { defineTable } from '../../table/define.ts';

export const accidentsTable = defineTable(accidents, {
  bucket: 'status',
  columns: {
    ID: 'id',
    Ident: 'crash_unique_identifier::text',
    ObjectId: 'object_id',
    CrashDateTime: 'crash_at',
    MaximumAcceleration: 'maximum_acceleration_g',
    VehicleRegNumber: 'reg_number',
    DateTimeOfNextCall: 'next_call_at',
  },
  recordColumns: { Facts: 'facts' },
  present: (row, { nowIso }) => {
    // An expired lease counts as none.
    if (typeof row.LockedUntil === 'string' && row.LockedUntil <= nowIso)
      Object.assign(row, { LockedBy: null, LockedByName: null, LockedUntil: null });
  },
});
