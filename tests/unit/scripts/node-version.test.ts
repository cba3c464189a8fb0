import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { root } from '../../support/imports.ts';

const path = join(root, 'scripts', 'node-version.cjs');

/** Returns the message on this Node version and the exit code. */
const startOn = (node: string) => {
  const said: string[] = [];
  const codes: number[] = [];
  runInNewContext(readFileSync(path, 'utf8'), {
    require: createRequire(path),
    process: { versions: { node }, exit: (code: number) => codes.push(code) },
    console: { error: (text: string) => said.push(text) },
  });
  return { said, codes };
};

describe('npm start', () => {
  it.each(['14.21.3', '18.20.8', '20.18.3'])('says on Node %s which one it needs, and ends', version => {
    const said = [`Node 20.19 or newer is needed; this is ${version}.`];
    expect(startOn(version)).toEqual({ said, codes: [1] });
  });

  it.each(['20.19.0', '20.20.2', '22.4.0', '24.0.0'])('says nothing on Node %s', version => {
    expect(startOn(version)).toEqual({ said: [], codes: [] });
  });

  it('looks before anything else', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(scripts.start).toMatch(/^node -r \.\/scripts\/node-version\.cjs /);
  });
});
