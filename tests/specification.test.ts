import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './support/imports.ts';

const page = readFileSync(join(root, 'docs/specification.md'), 'utf8');
const rows = page.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| sentence'));

/** Titles of the tests of a file that run: `it('title'`, `test.each(…)('title'`. One that is skipped shows nothing. */
const titlesIn = (file: string): readonly string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:\b(?:it|test)|\b(?:it|test)\.each\((?:[^()]|\([^()]*\))*\)|^\s*\]( as const)?\))\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2\s*,/gm,
    ),
  ].map(([, , , title = '']) => title.replace(/\\(['"`])/g, '$1'));

const named = rows.flatMap(row =>
  [...row.matchAll(/`(tests\/[\w./-]+)` (.+?)(?=<br>| \|$)/g)].map(([, file = '', title = '']) => ({ file, title })),
);

describe('docs/specification.md', () => {
  it('names only tests that are there', () => {
    const gone = named.filter(
      ({ file, title }) => !existsSync(join(root, file)) || !titlesIn(join(root, file)).includes(title),
    );
    expect(gone).toEqual([]);
  });

  it('names a test for every sentence, except for the calls of later releases', () => {
    const open = rows.filter(row => row.endsWith('| nothing yet |')).map(row => row.split(' | ')[0]);
    expect(open.filter(sentence => !/later release/.test(sentence ?? ''))).toEqual([]);
    expect(rows.length).toBeGreaterThan(70);
  });

  it('covers sections 1, 2, 4, 5, 8 and 9', () => {
    expect([...page.matchAll(/^## (\d)\./gm)].map(match => match[1])).toEqual(['1', '2', '4', '5', '8', '9']);
  });
});
