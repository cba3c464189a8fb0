import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/imports.ts';

const read = (name: string): string => readFileSync(join(root, name), 'utf8');

interface Package {
  readonly license?: string;
  readonly dev?: boolean;
}

it('every package whose licence asks for more than its own text is named in NOTICE.md, which the image has', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Package>> };
  const notice = read('NOTICE.md');
  const named = [...notice.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const isNamed = (name: string): boolean =>
    named.some(each =>
      each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each || name.startsWith(`${each}-`),
    );
  const demanding = Object.entries(packages)
    .filter(([path, { dev, license = '' }]) => path !== '' && !dev && /GPL|MPL|OFL|CDDL|EPL/.test(license))
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(demanding).toContain('libheif-js');
  expect(demanding.filter(name => !isNamed(name))).toEqual([]);
  expect(read('Dockerfile')).toMatch(/^COPY LICENSE NOTICE\.md .*\.\/$/m);
  for (const name of ['LICENSE', 'NOTICE.md']) expect(read('.dockerignore')).toContain(`!${name}\n`);
});
