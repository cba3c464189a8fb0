import { chmod, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedDatabase, openEmbedded } from '../../server/db/embedded/index.ts';

let dataDir: string;
let database: EmbeddedDatabase;
const reported: string[] = [];
const gaveUp: string[] = [];
const observer = {
  log: (text: string) => void reported.push(text),
  onTakeover: (error: Error) => void gaveUp.push(error.message),
};

const pidFile = () => join(dataDir, 'postgres/postmaster.pid');
const postmaster = async () => Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);
const ask = async (text: string, url = database.url) => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
};
const answers = () =>
  ask('select 1').then(
    () => true,
    () => false,
  );
const soon = { interval: 50 };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drivedesk-embedded-'));
  await chmod(dataDir, 0o755);
});
afterAll(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true });
});

it('two first starts at once on one folder: one works, the other says so, and nothing is broken', async () => {
  const starts = await Promise.allSettled([openEmbedded(dataDir, observer), openEmbedded(dataDir, observer)]);
  const [started] = starts.flatMap(start => (start.status === 'fulfilled' ? [start.value] : []));
  const refused = starts.flatMap(start => (start.status === 'rejected' ? [String(start.reason)] : []));
  expect(refused).toEqual([expect.stringContaining(`Another Drivedesk already works on ${dataDir}.`)]);
  if (!started) throw new Error('None of them has started');
  database = started;
  expect(await answers()).toBe(true);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.password']);
});

it('it sorts Russian names alphabetically', async () => {
  const names = ['Авдеев', 'ёжиков', 'Ёлкин', 'Жуков', 'иванов', 'Яшин', 'Adams'];
  const mixed = names.toReversed().map(name => `('${name}')`);
  const rows = await ask(`select name from (values ${mixed.join()}) as person(name) order by name`);
  expect(rows.map(({ name }) => name)).toEqual(names);
});

it('PostgreSQL that was killed is started again where it was, with all that was committed', async () => {
  await ask('create table kept as select 1 as n');
  process.kill(await postmaster(), 'SIGKILL');
  await expect.poll(() => database.currentOutage(), { ...soon, interval: 5 }).toBe('restarting');
  await expect.poll(() => reported.at(-1), soon).toBe('The embedded database is there again.');
  expect(database.currentOutage()).toBeUndefined();
  expect(await ask('select n from kept')).toEqual([{ n: 1 }]);
});

it('a start after both were killed waits for a statement of the old PostgreSQL that is still at work', async () => {
  await database.stop();
  database = await openEmbedded(dataDir, observer);
  const busy = new pg.Client({ connectionString: database.url });
  busy.on('error', () => {});
  await busy.connect();
  // A counting query does not notice that its server has ended.
  const counting = 'select count(*) from generate_series(1, 6000) as one, generate_series(1, 20000) as other';
  const counted = busy.query(counting).catch(() => undefined);
  const atWork = `select count(*)::int as n from pg_stat_activity where query = '${counting}' and state = 'active' and pid <> pg_backend_pid()`;
  await expect.poll(() => ask(atWork), soon).toEqual([{ n: 1 }]);
  const pid = await postmaster();
  // The supervisor process has ended too.
  const stopped = database.stop();
  process.kill(pid, 'SIGKILL');
  await stopped;
  reported.length = 0;
  database = await openEmbedded(dataDir, observer);
  expect(reported).toContain('Processes of a database that was killed are still at work: waiting for them to end.');
  expect(await answers()).toBe(true);
  await counted;
});

it('the lock is taken again by who had it, and whoever comes in between gets it only if they were faster', async () => {
  const lock = "from pg_locks where locktype = 'advisory' and granted";
  reported.length = 0;
  await ask(`select pg_terminate_backend(pid) ${lock}`);
  await expect.poll(() => reported.at(-1), soon).toBe('The embedded database is there again.');
  await expect(openEmbedded(dataDir)).rejects.toThrow(/Another Drivedesk already works on/);

  const faster = new pg.Client({ connectionString: database.url });
  await faster.connect();
  const [held] = await ask(`select classid::bigint << 32 | objid::bigint as key ${lock}`);
  const got = faster.query('select pg_advisory_lock($1)', [held.key]);
  await ask(`select pg_terminate_backend(pid) ${lock}`);
  await got;
  await expect.poll(() => gaveUp, soon).toEqual([expect.stringMatching(/Another Drivedesk already works on/)]);
  // Another process owns the database now, so ending this one does not stop it.
  await database.stop();
  expect((await faster.query('select 1')).rowCount).toBe(1);
  await faster.end();
  database = await openEmbedded(dataDir);
});

it.each([
  ['by a full disk: an empty one', async () => ''],
  ...(platform() === 'linux'
    ? [
        [
          'before its number became another program’s',
          async (text: string) => text.replace(/^\d+/, String(process.pid)),
        ] as const,
      ]
    : []),
] as const)(
  'a file about a PostgreSQL that is gone, left behind %s, does not keep it from starting',
  async (_how, left) => {
    const file = await readFile(pidFile(), 'utf8');
    await database.stop();
    await writeFile(pidFile(), await left(file));
    await utimes(pidFile(), 0, 0);
    database = await openEmbedded(dataDir);
    expect(await answers()).toBe(true);
  },
);

it('PostgreSQL that cannot start is tried again until it can', async () => {
  const settings = join(dataDir, 'postgres/postgresql.conf');
  const good = await readFile(settings, 'utf8');
  await database.stop();
  database = await openEmbedded(dataDir, observer);
  reported.length = 0;
  await writeFile(settings, `${good}\nshared_buffers = nonsense\n`);
  process.kill(await postmaster(), 'SIGKILL');
  await expect.poll(() => reported.at(-1), soon).toMatch(/does not start/);
  expect(database.currentOutage()).toBe('restarting');
  await writeFile(settings, good);
  await expect.poll(() => reported.at(-1), soon).toBe('The embedded database is there again.');
  expect(await answers()).toBe(true);
});
