import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../../../src');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.tsx'));
const drawn = sources.map(path => readFileSync(join(folder, path), 'utf8')).join('\n');
const pressed = readFileSync(join(folder, 'layout/keys/press.ts'), 'utf8');

it('what the single keys press is drawn somewhere', () => {
  const names = [...pressed.matchAll(/\[data-key=([\w-]+)\]/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(4);
  for (const name of names) expect(drawn, name).toContain(`data-key="${name}"`);
  const tabs = [...pressed.matchAll(/#accident-tab-(\w+)/g)].map(([, name]) => name);
  for (const name of tabs) expect(drawn).toMatch(new RegExp(`tabs = \\[[^\\]]*'${name}'`));
});
