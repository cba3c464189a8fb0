import { managers } from '../contract/access.ts';
import { defineResource } from './define.ts';
import { f } from './fields.ts';

export const operators = defineResource({
  name: 'operators',
  title: 'FullName',
  calls: { list: 'GET /api/v2/Operator/table' },
  fields: {
    FullName: f.text({ sortable: true, widthCh: 24 }),
    Email: f.email({ sortable: true }),
    Phone: f.phone({}),
    Occupation: f.text({ widthCh: 22 }),
    Blocked: f.boolean({ filterable: true }),
    LastSeenAt: f.dateTime({ sortable: true }),
    CreatedAt: f.dateTime({ sortable: true }),
  },
  list: {
    columns: ['FullName', 'Email', 'Phone', 'Occupation', 'LastSeenAt', 'Blocked'],
    sort: 'FullName-asc',
    search: ['FullName', 'Email', 'Phone'],
  },
  access: { read: managers },
});
