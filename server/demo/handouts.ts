import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { PoolClient } from 'pg';
import { handoutDays } from '../../src/contract/limits.ts';
import { formatDay } from '../../src/schema/kinds/format.ts';
import { dayMs, hourMs } from '../../src/schema/kinds/time.ts';
import type { Accident } from '../db/types.ts';
import { composeAccidentPage } from '../modules/handouts/service.ts';

type Row = Selectable<Accident> & {
  readonly author_id: number;
  readonly author_name: string;
  readonly company: string;
  readonly zone: string;
};

/**
 * Writes a page for a client of the first company. It was opened twice. Only the hash of its link is stored, so that
 * the demo shows the page in the list and as PDF.
 */
export const writeHandouts = async (client: PoolClient, today: Date): Promise<void> => {
  const { rows } = await client.query<Row>(
    `select accident.*, account.id as author_id, account.full_name as author_name, company.name as company,
       company.time_zone as zone
     from account join company on company.id = account.company_id
     join accident on accident.company_id = account.company_id and accident.client_id is not null
       and accident.status = 'opened' and accident.next_call_at is not null and accident.severity is not null
     where account.email = 'manager@demo.drivedesk' order by accident.id limit 1`,
  );
  const [accident] = rows;
  if (!accident) return;
  const createdAt = new Date(today.getTime() - 26 * hourMs);
  const expiresAt = new Date(createdAt.getTime() + handoutDays * dayMs);
  const page = composeAccidentPage({
    locale: 'ru',
    company: accident.company,
    name: [accident.client_first_name, accident.client_middle_name].filter(Boolean).join(' '),
    accident,
    imageCount: 0,
    now: createdAt,
    timeZone: accident.zone,
    expiresOn: formatDay(expiresAt.toISOString().slice(0, 10), 'ru'),
  });
  await client.query(
    `insert into handout (company_id, client_id, accident_id, token_hash, page, author_id, author_name, created_at,
       expires_at, opened_count, last_opened_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 2, $10)`,
    [
      accident.company_id,
      accident.client_id,
      accident.id,
      createHash('sha256').update(randomBytes(24)).digest(),
      JSON.stringify(page),
      accident.author_id,
      accident.author_name,
      createdAt,
      expiresAt,
      new Date(today.getTime() - 20 * hourMs),
    ],
  );
};
