import { readConfig } from '../server/config.ts';
import { connect } from '../server/db/connect.ts';
import { distribute } from '../server/db/distribute.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { readEnvironment } from '../server/process/environment.ts';

/** `npm run distribute`: distributes the tables of DATABASE_URL, a Citus coordinator, over its nodes. */
const main = async (): Promise<void> => {
  const config = readConfig(readEnvironment());
  const { databaseUrl } = config;
  if (!databaseUrl) throw new Error('Set DATABASE_URL to the coordinator of a Citus cluster.');
  await openDatabase(config);
  const { db, close } = connect(databaseUrl, error => console.error(error.message));
  try {
    await migrate(db, console.log);
    const moved = await distribute(db, undefined, console.log);
    console.log(moved.length > 0 ? `Spread: ${moved.join(', ')}` : 'Everything lies in its place.');
  } finally {
    await close();
  }
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
