import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backUp, writeArchive } from '../../server/db/backup/backup.ts';
import { describeBackup } from '../../server/db/backup/description.ts';
import { restore } from '../../server/db/backup/restore.ts';
import { type Connection, connect } from '../../server/db/connect.ts';
import { findCluster, openCluster } from '../../server/db/embedded/cluster.ts';
import { run, runScript } from '../support/command.ts';
import { makeGiven, password } from '../support/given.ts';
import { type Running, sendLeased, signInTo, startServer } from '../support/running.ts';

/** Returns all rows of all tables as sorted text, to compare two databases. */
const rowsOf = async (url: string): Promise<ReadonlyMap<string, readonly string[]>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read');
    const tables = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    const rows = new Map<string, readonly string[]>();
    for (const { name } of tables.rows) {
      const found = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      rows.set(
        name,
        found.rows.map(({ row }) => row),
      );
    }
    return rows;
  } finally {
    await client.end();
  }
};

/** Runs PostgreSQL's own check of all tables and B-trees. Returns the faults. */
const faultsIn = async (url: string): Promise<readonly string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create extension if not exists amcheck');
    const heap = await client.query<{ fault: string }>(
      `select c.relname || ': ' || v.msg as fault from pg_class c, verify_heapam(c.oid) v where c.relkind = 'r'`,
    );
    await client.query(
      `select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam
        where a.amname = 'btree' and c.relkind = 'i'`,
    );
    return heap.rows.map(({ fault }) => fault);
  } finally {
    await client.end();
  }
};

// Real processes, which share the machine with other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let folder: string;
let source: string;
let server: Running;
let connection: Connection;
let operator: string;
let accident: number;

const at = (name: string) => join(folder, name);
const quietly = { signal: new AbortController().signal, onProgress: () => {} };
const urlOf = async (dataDir: string) => (await findCluster(join(dataDir, 'postgres')))?.url('drivedesk') ?? '';
const thereIs = (path: string) => stat(path).then(Boolean, () => false);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drivedesk-backup-'));
  await chmod(folder, 0o755);
  source = at('source');
  await mkdir(join(source, 'mail'), { recursive: true });
  await writeFile(join(source, 'mail', 'letter.eml'), 'Subject: Приглашение\n');
  server = await startServer(source, { DEMO: '0' });
  connection = connect(await urlOf(source), () => {});
  const given = makeGiven(connection.db, () => new Date());
  const company = await given.company();
  operator = (await given.account(company, 'OPERATOR')).email;
  accident = (await given.accident(company)).id;
});
afterAll(async () => {
  await connection.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Writer {
  /** Texts of notes and numbers of pictures, in the order of acknowledgement. */
  readonly acknowledged: string[];
  readonly until: (count: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Writes four at a time, every tenth time a picture, until it is stopped. */
const startWriter = async (): Promise<Writer> => {
  const call = await signInTo(server.address, operator, password);
  const take = () => call.get(`/api/crash/lock/${accident}`);
  const create = { width: 64, height: 48, channels: 3 as const, background: '#5a7896' };
  const picture = await sharp({ create }).jpeg().toBuffer();
  const acknowledged: string[] = [];
  let going = true;
  let pictures = 0;
  let told = () => {};
  const write = async (): Promise<void> => {
    if (acknowledged.length % 10 === 0 && pictures < 40) {
      pictures += 1;
      const path = `/api/v2/Accident/${accident}/images`;
      const reply = await sendLeased(take, () => call.upload(path, picture, 'photo.jpg'));
      if (reply.status === 201) acknowledged.push(String(((await reply.json()) as { Id: number }).Id));
    } else {
      const Text = randomUUID();
      const reply = await sendLeased(take, () => call.post(`/api/v2/Accident/${accident}/notes`, { Text }));
      if (reply.status === 201) acknowledged.push(Text);
    }
    told();
  };
  const worker = async () => {
    while (going) {
      await write();
      // A pause, because backup and server share two cores.
      await setTimeout(20);
    }
  };
  const working = Promise.all([worker(), worker(), worker(), worker()]);
  return {
    acknowledged,
    until: count =>
      new Promise(done => {
        told = () => acknowledged.length >= count && done();
        told();
      }),
    stop: async () => {
      going = false;
      await working;
    },
  };
};

describe('a backup taken while notes and pictures are being written', () => {
  it('holds every write acknowledged before it began, and nothing that is half or was never written', async () => {
    const writer = await startWriter();
    await writer.until(40);
    const before = [...writer.acknowledged];
    const made = await runScript([run, 'backup', at('busy.tgz')], { DATA_DIR: source });
    expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/Backup: \d+ %.*\n.*SHA-256 [0-9a-f]{64}/s) });
    await writer.until(writer.acknowledged.length + 10);
    await writer.stop();
    const after = await rowsOf(await urlOf(source));

    const restored = await runScript([run, 'restore', at('busy.tgz'), '--data-dir', at('busy')]);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('npm start runs on it') });
    const second = await startServer(at('busy'), { DEMO: '0' });
    try {
      const url = await urlOf(at('busy'));
      const rows = await rowsOf(url);
      expect([...rows.keys()]).toEqual([...after.keys()]);
      for (const name of ['accident_note', 'accident_image', 'audit']) {
        const written = new Set(after.get(name));
        expect(rows.get(name)?.filter(row => !written.has(row))).toEqual([]);
      }
      // A note or a picture and its audit entry are one transaction.
      const records = (rows.get('accident_note')?.length ?? 0) + (rows.get('accident_image')?.length ?? 0);
      expect(rows.get('audit')?.filter(row => /note|image/i.test(row))).toHaveLength(records);
      expect(await faultsIn(url)).toEqual([]);

      const call = await signInTo(second.address, operator, password);
      const notes = (await (await call.get(`/api/v2/Accident/${accident}/notes`)).json()) as { Text: string }[];
      const images = (await (await call.get(`/api/v2/Accident/${accident}/images`)).json()) as { Id: number }[];
      const there = new Set([...notes.map(({ Text }) => Text), ...images.map(({ Id }) => String(Id))]);
      expect(before.filter(one => !there.has(one))).toEqual([]);
      expect(await readFile(join(at('busy'), 'mail', 'letter.eml'), 'utf8')).toContain('Приглашение');
    } finally {
      await second.stop();
    }
  });
});

describe('a backup that is broken off', () => {
  const leftovers = async () => (await readdir(folder)).filter(name => name.startsWith('broken'));
  const slots = async () => (await connection.pool.query('select 1 from pg_replication_slots')).rowCount;

  it('by Ctrl+C says so and leaves neither file nor slot', async () => {
    let asked = false;
    const ended = await runScript([run, 'backup', at('broken.tgz')], { DATA_DIR: source }, (output, child) => {
      if (!asked && output.includes('Backup: ')) asked = child.kill('SIGINT');
    });
    expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('Backup was interrupted') });
    expect(await leftovers()).toEqual([]);
    await expect.poll(slots).toBe(0);
  });

  it('by the loss of its connection says so and leaves neither file nor slot', async () => {
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'drivedesk backup'`;
    const onProgress = vi.fn().mockImplementationOnce(() => void connection.pool.query(cut));
    const broken = backUp({ ...quietly, onProgress, dataDir: source, file: at('broken.tgz'), now: new Date() });
    await expect(broken).rejects.toThrow(/The database was stopped during the backup/);
    expect(await leftovers()).toEqual([]);
    await expect.poll(slots).toBe(0);
  });
});

describe('a backup of a database that does not run', () => {
  it('is the same table by table, row by row, when it is restored', async () => {
    await connection.close();
    await server.stop();
    await backUp({ ...quietly, dataDir: source, file: at('still.tgz'), now: new Date() });
    expect(await findCluster(join(source, 'postgres'))).toBeUndefined();
    await restore({ ...quietly, dataDir: at('still'), file: at('still.tgz') });
    const read = async (dataDir: string) => {
      const cluster = await openCluster(join(dataDir, 'postgres'));
      return rowsOf(cluster.url('drivedesk')).finally(cluster.stop);
    };
    expect(await read(at('still'))).toEqual(await read(source));
  });

  it('is refused where there is a file of that name, or no database', async () => {
    const attempt = (dataDir: string, file: string) => backUp({ ...quietly, dataDir, file, now: new Date() });
    await expect(attempt(source, at('still.tgz'))).rejects.toThrow(/already a file/);
    await expect(attempt(source, at('missing/a.tgz'))).rejects.toThrow(/^There is no folder .+missing\. Make it first/);
    await expect(attempt(source, join(source, 'postgres', 'a.tgz'))).rejects.toThrow(/in the database that is backed/);
    await expect(attempt(at('nowhere'), at('a.tgz'))).rejects.toThrow(/no embedded database in/);
    expect(await thereIs(at('nowhere'))).toBe(false);
  });
});

describe('a restore', () => {
  const attempt = (file: string, dataDir = at('target')) => restore({ ...quietly, dataDir, file });
  /** Returns a small backup with this manifest. A restore checks a whole file before it writes anything. */
  const smallBackup = async (file: string, other: object = {}) => {
    const said = JSON.stringify({ ...(await describeBackup(source, [], new Date())), ...other });
    const parts = { 'drivedesk.json': Buffer.from(said), 'letter.eml': randomBytes(65_536) };
    const entries = async function* () {
      for (const [path, content] of Object.entries(parts))
        yield { path, kind: 'file' as const, bytes: content.length, content: Readable.from([content]) };
    };
    await writeArchive(file, entries(), quietly.signal);
    return file;
  };
  /** Returns a damaged backup without its checksum file. */
  const spoilt = async (spoil: (file: string, bytes: Buffer) => Promise<unknown>) => {
    const file = await smallBackup(at(`spoilt-${randomUUID()}.tgz`));
    await rm(`${file}.sha256`, { force: true });
    await spoil(file, await readFile(file));
    return file;
  };

  it.each<[string, (file: string, bytes: Buffer) => Promise<unknown>]>([
    ['was cut', (file, bytes) => truncate(file, bytes.length >> 1)],
    ['lacks its last bytes', (file, bytes) => truncate(file, bytes.length - 4)],
    ['has another byte in it', (file, bytes) => writeFile(file, bytes.fill(bytes.readUInt8(9000) ^ 1, 9000, 9001))],
    ['is something else', file => writeFile(file, 'Subject: hello\n'.repeat(1000))],
    ['is empty', file => writeFile(file, '')],
    ['has another sum than said', file => writeFile(`${file}.sha256`, `${'0'.repeat(64)}  still.tgz\n`)],
  ])('of a file that %s is refused in words, and leaves nothing', async (_what, spoil) => {
    await mkdir(at('target'), { recursive: true });
    await expect(attempt(await spoilt(spoil))).rejects.toThrow(/is damaged: .+ Nothing was restored/);
    expect(await readdir(at('target'))).toEqual([]);
  });

  it.each([
    ['a newer program', { migrations: ['001-search-functions', '999-later'] }, /newer Drivedesk, with 999-later/],
    ['an older program', { migrations: ['001-organisation', '002-portfolio'] }, /restore it with Drivedesk 0\.2\.0/],
    ['another PostgreSQL', { postgres: '17' }, /made by PostgreSQL 17 and this is 18/],
    ['another machine', { machine: 'plan9-mips' }, /made on plan9-mips/],
  ])('of a backup of %s is refused before anything is written', async (_what, other, words) => {
    const file = await smallBackup(at(`other-${randomUUID()}.tgz`), other);
    await expect(attempt(file, at('nobody'))).rejects.toThrow(words);
    expect(await thereIs(at('nobody'))).toBe(false);
  });

  it('goes into an empty folder only', async () => {
    await expect(attempt(at('still.tgz'), source)).rejects.toThrow(/is not empty/);
    await expect(attempt(at('missing.tgz'))).rejects.toThrow(/There is no file/);
  });
});

it('with DATABASE_URL both commands point to PostgreSQL’s own tools', async () => {
  const copy = (command: string) => runScript([run, command, at('x.tgz')], { DATABASE_URL: 'postgres://h/d' });
  for (const ended of await Promise.all([copy('backup'), copy('restore')]))
    expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('docs/operations.md') });
});
