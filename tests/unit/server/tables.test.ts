import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { root } from '../../../server/root.mjs';

/**
 * Files and packages that are loaded with this file, without those of lazy imports. Tables are found by their folder.
 */
const loadedWith = async (file: string) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    outdir: 'unwritten',
    write: false,
    bundle: true,
    splitting: true,
    metafile: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
  });
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === file)![0];
  const [seen, files, packages] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const visit = (output: string): void => {
    if (seen.has(output)) return;
    seen.add(output);
    const { inputs, imports } = metafile.outputs[output]!;
    for (const input of Object.keys(inputs)) files.add(input);
    for (const { path, kind, external } of imports) {
      const isTable = /\/table\.ts$/.test(metafile.outputs[path]?.entryPoint ?? '');
      if (kind !== 'import-statement' && !isTable) continue;
      if (!external) visit(path);
      else if (!path.startsWith('node:')) packages.add(path);
    }
  };
  visit(entry);
  return { files: [...files], packages: [...packages].sort() };
};

// The thread that writes exports loads these files for every export after a pause.
it('loads tables without the code that serves or writes records, and without the schema library', async () => {
  const { files, packages } = await loadedWith('server/tables.ts');
  expect(packages).toEqual(['@photostructure/tz-lookup', 'i18n-iso-countries', 'kysely', 'pg']);
  expect(files).toContain('server/modules/vouchers/table.ts');
  expect(files.filter(file => /(routes|service|moves)\.ts$|^src\/contract\/(index|shapes)/.test(file))).toEqual([]);
});
