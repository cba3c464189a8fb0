import { join } from 'node:path';
import { sql } from 'kysely';
import type { Connection, Db } from '../db/connect.ts';
import { demoPassword } from '../demoPassword.ts';
import { hashPassword } from '../modules/account/passwords.ts';
import { checkCompanyDevices } from '../modules/ingest/service.ts';
import type { DemoAccounts } from '../plugins/demo.ts';
import { root } from '../root.mjs';
import { makeWorkers } from '../threads/workers.ts';
import { loadDemo } from './load.ts';
import { demoCompanies } from './organisation.ts';

/**
 * Opens or closes the demo companies with their accounts, sessions, links and platform keys. Returns the number of
 * changed companies.
 * Whether they are open is stored in the database, so that all processes agree. The process that started last decides.
 */
export const setDemoOpen = async (db: Db, isOpen: boolean): Promise<number> => {
  const changed = await db
    .updateTable('company')
    .set({ closed_at: isOpen ? null : sql<string>`now()` })
    .where('demo', '=', true)
    .where('closed_at', isOpen ? 'is not' : 'is', null)
    .executeTakeFirst();
  return Number(changed.numUpdatedRows);
};

const [first, second, recordings] = demoCompanies;

export const demoAccounts: DemoAccounts = {
  Password: demoPassword,
  Accounts: [
    { Email: 'operator@demo.drivedesk', Role: 'OPERATOR', CompanyName: first },
    { Email: 'manager@demo.drivedesk', Role: 'MANAGER', CompanyName: first },
    { Email: 'admin@demo.drivedesk', Role: 'SUPERUSER', CompanyName: first },
    { Email: 'other@demo.drivedesk', Role: 'MANAGER', CompanyName: second },
    { Email: 'recordings@demo.drivedesk', Role: 'MANAGER', CompanyName: recordings },
  ],
};

/**
 * File with the main streets of the demo's cities, for the map. They are drawn by hand from general knowledge, accurate
 * to 100 to 200 metres.
 */
export const demoStreets = join(root, 'server', 'demo', 'streets.geojson');

/** Creates the demo portfolio on the first start. Opens its companies on every start. */
export const ensureDemo = async ({ db, pool }: Connection, log: (text: string) => void): Promise<void> => {
  const readCompanies = () => db.selectFrom('company').select('id').where('demo', '=', true).execute();
  if ((await readCompanies()).length === 0) {
    log('Making the demo portfolio, once; it takes up to a minute…');
    const today = new Date();
    await loadDemo(pool, { today, passwordHash: await hashPassword(demoAccounts.Password) });
    const workers = makeWorkers(error => log(error.message));
    for (const { id } of await readCompanies()) await checkCompanyDevices({ db, workers }, id, today);
    await workers.close();
  }
  await setDemoOpen(db, true);
};
