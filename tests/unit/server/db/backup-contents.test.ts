import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyItems } from '../../../../server/db/backup/backup.ts';
import { contentsOf } from '../../../../server/db/backup/contents.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drivedesk-contents-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const write = async (...paths: readonly string[]) => {
  for (const path of paths) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true });
    await writeFile(join(dataDir, path), path);
  }
};
const files = async () => (await contentsOf(dataDir)).filter(({ kind }) => kind === 'file').map(({ path }) => path);

it('a backup keeps tables, settings, password and letters, with pg_control last', async () => {
  const all = ['PG_VERSION', 'base/5/16384', 'base/5/16384.1', 'base/5/16384_fsm', 'pg_xact/0000', 'global/pg_control'];
  await write(...all.map(path => `postgres/${path}`), 'postgres.password', 'mail/a.eml', 'old-backup.tgz');
  const found = await files();
  expect(found.at(-1)).toBe('postgres/global/pg_control');
  expect(found.toSorted()).toEqual(
    ['mail/a.eml', 'postgres.password', ...all.map(path => `postgres/${path}`)].toSorted(),
  );
});

it('a backup leaves out what PostgreSQL makes anew, and keeps the folders it needs', async () => {
  await write(
    'postgres/postmaster.pid',
    'postgres/postmaster.opts',
    'postgres/server.log',
    'postgres/backup_label',
    'postgres/base/5/pg_internal.init.123',
    'postgres/base/pgsql_tmp/pgsql_tmp12.0',
    'postgres/base/5/t3_16400',
    'postgres/pg_wal/000000010000000000000001',
    'postgres/pg_wal/archive_status/x.done',
    'postgres/pg_replslot/slot/state',
    'postgres/pg_stat_tmp/global.stat',
  );
  expect(await files()).toEqual([]);
  const folders = (await contentsOf(dataDir)).map(({ path }) => path);
  expect(folders).toEqual(expect.arrayContaining(['postgres/pg_wal', 'postgres/pg_replslot', 'postgres/pg_stat_tmp']));
});

it('of a table that is not logged only its empty beginning is kept', async () => {
  await write(
    ...['', '.1', '_fsm', '_vm', '_init'].map(end => `postgres/base/5/16500${end}`),
    'postgres/base/5/165001',
  );
  expect(await files()).toEqual(['postgres/base/5/165001', 'postgres/base/5/16500_init']);
});

it('tablespaces elsewhere are refused', async () => {
  await write('postgres/pg_tblspc/16600/file');
  await expect(contentsOf(dataDir)).rejects.toThrow(/use pg_basebackup/);
});

it('a file that goes, shrinks or grows while the backup runs does no harm', async () => {
  const path = (name: string) => `postgres/base/5/${name}`;
  await write(path('1'), path('2'), path('3'));
  const items = await contentsOf(dataDir);
  const read = new Map<string, string>();
  for await (const { path: name, kind, bytes, content } of copyItems(dataDir, items, () => {})) {
    if (kind === 'directory') continue;
    await rm(join(dataDir, path('2')), { force: true });
    await truncate(join(dataDir, name), name === path('1') ? 3 : bytes + 10);
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    const whole = Buffer.concat(parts);
    expect(whole).toHaveLength(bytes);
    read.set(name, whole.toString());
  }
  expect([...read]).toEqual([
    [path('1'), `pos${'\0'.repeat(path('1').length - 3)}`],
    [path('3'), path('3')],
  ]);
});
