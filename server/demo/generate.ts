import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { hashPassword } from '../modules/account/passwords.ts';
import { readEnvironment } from '../process/environment.ts';
import { loadDemo } from './load.ts';
import { demoAccounts, setDemoOpen } from './start.ts';

/**
 * `npm run demo -- --scale 10`: loads ten times 300 vouchers into the configured database. `--today` sets the demo's
 * date.
 */
const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' }, today: { type: 'string' } } });
  const scale = Number(values.scale);
  const today = values.today ? new Date(values.today) : new Date();
  if (!Number.isInteger(scale) || scale < 1) throw new Error(`--scale ${values.scale}: expected a whole number from 1`);
  if (Number.isNaN(today.getTime())) throw new Error(`--today ${values.today}: expected a date`);

  const log = (message: string): void => console.log(message);
  const startedMs = performance.now();
  const config = readConfig(readEnvironment());
  const database = await openDatabase(config);
  const { pool, db, close } = connect(database.url, error => log(error.message));
  try {
    await migrate(db, log);
    const passwordHash = await hashPassword(demoAccounts.Password);
    const { rows } = await loadDemo(pool, { today, scale, passwordHash, log });
    if (config.demo) await setDemoOpen(db, true);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    log(Object.keys(rows).length === 0 ? 'demo: already there' : `demo: ${JSON.stringify(rows)} in ${seconds} s`);
  } finally {
    await close();
    await database.stop();
  }
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
