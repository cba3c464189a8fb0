import type { PoolClient } from 'pg';

/** Views that users of the first company have saved. */
const savedViews = [
  {
    email: 'manager@demo.drivedesk',
    resource: 'accidents',
    split: 'opened',
    name: 'Сильные за 7 дней',
    shared: 'company',
    role: null,
    state: { Filters: { Severity: 'major', CrashDateTimeWithin: 'last7Days' }, Sort: 'MaximumAcceleration-desc' },
  },
  {
    email: 'manager@demo.drivedesk',
    resource: 'accidents',
    split: 'opened',
    name: 'VIP-клиенты',
    shared: 'role',
    role: 'OPERATOR',
    state: { Filters: { Vip: true } },
  },
  {
    email: 'operator@demo.drivedesk',
    resource: 'accidents',
    split: 'opened',
    name: 'Слабые удары',
    shared: 'me',
    role: null,
    state: { Filters: { Severity: 'mini' } },
  },
] as const;

/** Writes saved views, as examples for the menu of saved views. */
export const writeSavedViews = async (client: PoolClient, today: Date): Promise<void> => {
  for (const { email, resource, split, name, shared, role, state } of savedViews)
    await client.query(
      `insert into filter_template
         (company_id, owner_id, owner_name, resource, split, name, shared, role, state, changed_at)
       select company_id, id, full_name, $2, $3, $4, $5, $6, $7, $8 from account where email = $1`,
      [email, resource, split, name, shared, role, JSON.stringify(state), today],
    );
};
