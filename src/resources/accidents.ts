import { everyRole } from '../contract/access.ts';
import { accidentStatuses, severities } from '../contract/states.ts';
import { defineResource } from './define.ts';
import { f } from './fields.ts';

export const accidents = defineResource({
  name: 'accidents',
  title: 'CrashUniqueIdentifier',
  calls: {
    list: 'GET /api/v2/Accident/table/{status}',
    one: 'GET /api/v2/Accident/{id}',
    update: 'PUT /api/v2/Accident/{id}',
  },
  split: { parameter: 'status', values: accidentStatuses },
  fields: {
    CrashUniqueIdentifier: f.number({ identifier: true, sortable: true }),
    CrashDateTime: f.dateTime({ sortable: true, filterable: true }),
    ClientName: f.text({ sortable: true, widthCh: 22 }),
    ClientPhone: f.phone({}),
    MaximumAcceleration: f.acceleration({ sortable: true, filterable: true }),
    Severity: f.status({ choices: severities, tone: 'severity', filterable: true }),
    VehicleRegNumber: f.plate({ sortable: true }),
    VoucherNumber: f.text({ sortable: true }),
    VehicleBrand: f.text({}),
    VehicleModel: f.text({}),
    StatusOfRoadAccident: f.status({
      dictionary: 'statusesOfRoadAccident',
      idField: 'StatusOfRoadAccidentID',
      widthCh: 14,
      tone: 'work',
      sortable: true,
      filterable: true,
    }),
    City: f.text({ filterable: true }),
    Street: f.text({}),
    DateTimeOfNextCall: f.dateTime({ sortable: true }),
    LockedByName: f.text({ sign: 'lock', widthCh: 9 }),
    Vip: f.boolean({ filterable: true }),
    Position: f.position({ parts: ['Latitude', 'Longitude'] }),
  },
  list: {
    live: { news: 'accident', split: { now: 'Status', before: 'StatusBefore' } },
    columns: [
      'CrashUniqueIdentifier',
      'CrashDateTime',
      'ClientName',
      'MaximumAcceleration',
      'Severity',
      'VehicleRegNumber',
      'StatusOfRoadAccident',
      'DateTimeOfNextCall',
      'LockedByName',
    ],
    sort: 'CrashDateTime-desc',
    search: ['CrashUniqueIdentifier', 'VoucherNumber', 'ClientName', 'VehicleRegNumber', 'ClientPhone'],
    card: {
      title: 'CrashUniqueIdentifier',
      subtitle: 'CrashDateTime',
      figure: 'MaximumAcceleration',
      badge: 'Severity',
      lines: [
        'ClientName',
        'VehicleRegNumber',
        'City',
        'Street',
        'StatusOfRoadAccident',
        'DateTimeOfNextCall',
        'LockedByName',
      ],
    },
    rowPath: '/cabinet/accidents/{split}/{Id}/{ObjectId}',
  },
  access: { read: everyRole },
});
