import { expect, test } from 'vitest';
import { superusers } from '../../../src/contract/access.ts';
import { clients } from '../../../src/resources/clients.ts';
import { operators } from '../../../src/resources/operators.ts';
import { lackedRoles, mayChange } from '../../../src/schema/choiceRights.ts';

test('an account with a role that only superusers give is theirs alone to change', () => {
  const superuser = { Roles: ['MANAGER', 'SUPERUSER'] };
  expect(mayChange(operators, superuser, ['MANAGER'])).toBe(false);
  expect(mayChange(operators, superuser, ['SUPERUSER'])).toBe(true);
  expect(mayChange(operators, { Roles: ['MANAGER'] }, ['MANAGER'])).toBe(true);
  expect(lackedRoles(operators, ['MANAGER'], { Roles: ['OPERATOR'] }, superuser)).toEqual(superusers);
});

test('a record without such choices asks for nothing more', () => {
  expect(mayChange(clients, { FullName: 'SUPERUSER' }, [])).toBe(true);
});
