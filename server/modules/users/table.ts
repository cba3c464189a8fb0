import { operators } from '../../../src/resources/operators.ts';
import { defineTable } from '../../table/define.ts';

export const operatorsTable = defineTable(operators, {
  // When somebody was last seen is no change.
  touched: true,
  where: "'OPERATOR' = any(roles)",
  columns: { Roles: 'roles', Blocked: '(blocked_at is not null)' },
});
