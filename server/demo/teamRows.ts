import type { PoolClient } from 'pg';
import { minuteMs } from '../../src/schema/kinds/time.ts';

const manager = 'manager@demo.drivedesk';
const operator = 'operator@demo.drivedesk';

/** Recent chat messages of the first company's team. `answers`: index of the message to which this message replies. */
const chatLines = [
  {
    from: manager,
    minutesAgo: 1500,
    text: 'Доброе утро! Сегодня мало людей на линии: берите сначала просроченные звонки.',
  },
  { from: operator, minutesAgo: 1485, text: 'Принято. VIP тоже вперёд?', answers: 0 },
  { from: manager, minutesAgo: 1482, text: 'Да, сразу после просроченных.', answers: 1 },
  {
    from: operator,
    minutesAgo: 95,
    text: 'Три удара подряд с одного СМАРТ S-2333, все слабые: похоже, устройство плохо закреплено.',
  },
  { from: manager, minutesAgo: 88, text: 'Спасибо, записал автомобиль на осмотр.', answers: 3 },
] as const;

export const writeMessages = async (client: PoolClient, today: Date): Promise<void> => {
  const ids: number[] = [];
  for (const line of chatLines) {
    const { rows } = await client.query<{ id: number }>(
      `insert into message (company_id, at, author_id, author_name, text, reply_to_id)
       select company_id, $2, id, full_name, $3, $4 from account where email = $1 returning id`,
      [
        line.from,
        new Date(today.getTime() - line.minutesAgo * minuteMs),
        line.text,
        'answers' in line ? ids[line.answers] : null,
      ],
    );
    ids.push(...rows.map(({ id }) => id));
  }
  await client.query(
    `insert into message_read (company_id, account_id, accident_id, last_read_id)
     select company_id, id, 0, $2 from account
       where company_id = (select company_id from account where email = $1)`,
    [manager, ids.at(-1)],
  );
};

const savedViews = [
  {
    email: manager,
    resource: 'accidents',
    split: 'opened',
    name: 'Сильные за 7 дней',
    shared: 'company',
    role: null,
    state: { Filters: { Severity: 'major', CrashDateTimeWithin: 'last7Days' }, Sort: 'MaximumAcceleration-desc' },
  },
  {
    email: manager,
    resource: 'accidents',
    split: 'opened',
    name: 'VIP-клиенты',
    shared: 'role',
    role: 'OPERATOR',
    state: { Filters: { Vip: true } },
  },
  {
    email: operator,
    resource: 'accidents',
    split: 'opened',
    name: 'Слабые удары',
    shared: 'me',
    role: null,
    state: { Filters: { Severity: 'mini' } },
  },
] as const;

export const writeSavedViews = async (client: PoolClient, today: Date): Promise<void> => {
  for (const { email, resource, split, name, shared, role, state } of savedViews)
    await client.query(
      `insert into filter_template
         (company_id, owner_id, owner_name, resource, split, name, shared, role, state, changed_at)
       select company_id, id, full_name, $2, $3, $4, $5, $6, $7, $8 from account where email = $1`,
      [email, resource, split, name, shared, role, JSON.stringify(state), today],
    );
};
