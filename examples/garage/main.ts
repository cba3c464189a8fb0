import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildApp } from '../../server/app.ts';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { migrateQueue } from '../../server/engine/jobs/queue.ts';
import { hashToken } from '../../server/plugins/authentication.ts';
import { root } from '../../server/root.mjs';
import { garage } from './garage.ts';

const token = 'garage';
const address = { host: '127.0.0.1', port: Number(process.env.PORT ?? 8090) };

/** `npm run example`: serves the garage on an embedded database of its own. */
const database = await openDatabase({ dataDir: join(root, 'data', 'garage') });
const connection = connect(database.url, error => console.error(error.message));
const { db, pool } = connection;
await migrate(db, console.log);
await migrateQueue(connection, console.log);
await pool.query(await readFile(join(import.meta.dirname, 'cars.sql'), 'utf8'));

// One company, and one manager who is always signed in.
await pool.query(`insert into company (name) values ('Garage') on conflict (name) do nothing`);
await pool.query(
  `insert into account (company_id, email, full_name, roles, password_hash)
    select id, 'garage@example.test', 'Garage', '{MANAGER}', '' from company where name = 'Garage'
    on conflict do nothing`,
);
await pool.query(
  `insert into session (token_hash, company_id, account_id, created_at, last_seen_at, expires_at)
    select $1, company_id, id, now(), now(), now() + interval '1 day' from account where email = 'garage@example.test'
    on conflict (token_hash) do update set expires_at = excluded.expires_at`,
  [hashToken(token)],
);

const server = await buildApp({
  ...garage,
  connection,
  now: () => new Date(),
  logger: false,
  release: async () => {
    await connection.close();
    await database.stop();
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void server.close());
const url = await server.listen(address).catch(async error => {
  await server.close();
  throw error;
});
console.log(`The garage is at ${url}. Its calls are described at ${url}/developers. Try:
  curl -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' ${url}/api/v2/Car \\
    -d '{"Plate": "А123ВС77", "Owner": "Иванова", "State": "waiting", "ArrivedOn": "2026-01-10"}'
  curl -H 'Authorization: Bearer ${token}' '${url}/api/v2/Car/table?search=123'
  curl -H 'Authorization: Bearer ${token}' -F file=@cars.csv ${url}/api/v3/imports`);
