import { parseArgs } from 'node:util';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { hashPassword } from '../modules/account/passwords.ts';
import { loadDemo } from './load.ts';

/** Loads the demo into the database of DATABASE_URL: `--scale 10` for ten times 300 vouchers, `--today` for another present. */
const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' }, today: { type: 'string' } } });
  const scale = Number(values.scale);
  const today = values.today ? new Date(values.today) : new Date();
  const { DATABASE_URL } = process.env;
  const faults = [
    DATABASE_URL ? null : 'DATABASE_URL is not set',
    Number.isInteger(scale) && scale >= 1 ? null : `--scale ${values.scale}: expected a whole number from 1`,
    Number.isNaN(today.getTime()) ? `--today ${values.today}: expected a date` : null,
  ].filter(fault => fault !== null);
  if (!DATABASE_URL || faults.length > 0) throw new Error(faults.join('; '));

  const log = (message: string): void => {
    process.stdout.write(`${message}\n`);
  };
  const startedMs = performance.now();
  const { pool, db, close } = connect(DATABASE_URL, error => log(error.message));
  try {
    await migrate(db);
    const passwordHash = await hashPassword('drivedesk-demo');
    const { rows } = await loadDemo(pool, { today, scale, passwordHash, log });
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    log(Object.keys(rows).length === 0 ? 'demo: already there' : `demo: ${JSON.stringify(rows)} in ${seconds} s`);
  } finally {
    await close();
  }
};

await main();
