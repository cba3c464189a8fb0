import { createHash } from 'node:crypto';
import { dayMs } from '../../src/schema/kinds/time.ts';
import { fullName, latinName, mobilePhone, personName } from './names.ts';
import { createRandom } from './random.ts';
import type { LastIds, TableRows } from './rows.ts';
import type { World } from './vouchers.ts';

export const demoCompanies = ['Вектор Авто', 'Нева Телематика', 'Recordings'] as const;
const platformKeys = ['demo-platform-key', 'other-platform-key', 'recordings-platform-key'] as const;

export type DemoAccount = {
  id: number;
  company: number;
  email: string;
  fullName: string;
  occupation: string;
  phone: string;
  role: 'OPERATOR' | 'MANAGER' | 'SUPERUSER';
  blockedAt: Date | null;
  invitedAt: Date | null;
  lastSeenAt: Date | null;
};

const namedAccounts = [
  { company: 0, login: 'operator', role: 'OPERATOR', occupation: 'Оператор контакт-центра' },
  { company: 0, login: 'manager', role: 'MANAGER', occupation: 'Руководитель группы урегулирования' },
  { company: 0, login: 'admin', role: 'SUPERUSER', occupation: 'Администратор' },
  { company: 1, login: 'other', role: 'MANAGER', occupation: 'Руководитель отдела телематики' },
  { company: 2, login: 'recordings', role: 'MANAGER', occupation: 'Инженер' },
] as const;
/**
 * Number of further operators in each company. With the account `operator@` the demo has twelve operators. One has
 * left, and one has not signed in yet.
 */
const furtherOperatorCounts = [8, 3] as const;

export const demoAccounts = ({ seed, today }: World, lastIds: LastIds): DemoAccount[] => {
  const random = createRandom(seed, 'accounts');
  const positions = [
    ...namedAccounts,
    ...furtherOperatorCounts.flatMap((count, company) =>
      Array.from({ length: count }, () => ({
        company,
        login: null,
        role: 'OPERATOR' as const,
        occupation: random.pick(['Оператор контакт-центра', 'Старший оператор', 'Эксперт по убыткам']),
      })),
    ),
  ];
  return positions.map((position, index) => {
    const name = personName(random);
    const login = position.login ?? `${latinName(name.firstName)[0]}.${latinName(name.lastName)}`;
    const hasLeft = index === positions.length - 4;
    const isInvited = index === positions.length - 5;
    return {
      id: lastIds.account + index + 1,
      company: position.company,
      email: `${login}@demo.drivedesk`,
      fullName: fullName(name),
      occupation: position.occupation,
      phone: mobilePhone(random),
      role: position.role,
      invitedAt: isInvited ? new Date(today.getTime() - 0.3 * dayMs) : null,
      blockedAt: hasLeft ? new Date(today.getTime() - 20 * dayMs) : null,
      lastSeenAt:
        position.login || isInvited
          ? null
          : new Date(today.getTime() - (hasLeft ? 21 : random.between(0.02, 1.4)) * dayMs),
    };
  });
};

export function* organisationRows(
  world: World,
  lastIds: LastIds,
  accounts: readonly DemoAccount[],
  passwordHash: string,
): Generator<TableRows> {
  const foundedAt = new Date(world.today.getTime() - 1100 * dayMs);
  yield {
    table: 'company',
    // Demo companies are closed until a server in demo mode opens them.
    rows: demoCompanies.map((name, index) => ({
      id: lastIds.company + index + 1,
      name,
      created_at: foundedAt,
      demo: true,
      closed_at: foundedAt,
    })),
  };
  yield {
    table: 'platform_key',
    rows: platformKeys.map((key, index) => ({
      key_hash: createHash('sha256').update(key).digest(),
      company_id: lastIds.company + index + 1,
      name: 'Демонстрационная платформа',
      beginning: key.slice(0, 8),
      created_at: foundedAt,
    })),
  };
  yield {
    table: 'account',
    rows: accounts.map(account => ({
      id: account.id,
      company_id: lastIds.company + account.company + 1,
      email: account.email,
      full_name: account.fullName,
      occupation: account.occupation,
      phone: account.phone,
      // A superuser also has the role MANAGER, because the web application shows the manager's menus by this role.
      roles: account.role === 'SUPERUSER' ? ['MANAGER', 'SUPERUSER'] : [account.role],
      password_hash: passwordHash,
      blocked_at: account.blockedAt,
      invited_at: account.invitedAt,
      last_seen_at: account.lastSeenAt,
      created_at: foundedAt,
    })),
  };
}
