import { operators } from '../../../src/resources/operators.ts';
import { defineTable } from '../../table/define.ts';

export const operatorsTable = defineTable(operators, {
  from: 'account',
  where: "'OPERATOR' = any(roles)",
  select: `id as "Id", full_name as "FullName", email as "Email", occupation as "Occupation", phone as "Phone",
    roles as "Roles", (blocked_at is not null) as "Blocked", last_seen_at as "LastSeenAt", created_at as "CreatedAt"`,
  nullable: ['LastSeenAt'],
  columns: {
    FullName: 'full_name',
    Email: 'email',
    Phone: 'phone',
    Occupation: 'occupation',
    Blocked: '(blocked_at is not null)',
    LastSeenAt: 'last_seen_at',
    CreatedAt: 'created_at',
  },
});
