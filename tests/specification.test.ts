import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './support/imports.ts';
import { specifiedLines } from './support/specified/lines.ts';

const page = readFileSync(join(root, 'docs/specification.md'), 'utf8');
const sections = page
  .split(/^## (?=\d)/m)
  .slice(1)
  .map(text => ({
    number: Number(text[0]),
    rows: text
      .split('\n')
      .filter(line => line.startsWith('| ') && !line.startsWith('| sentence'))
      .map(line => line.slice(2, line.lastIndexOf(' |')).split(' | ') as [sentence: string, tests: string]),
  }));
const rows = sections.flatMap(section => section.rows);

/**
 * Returns the titles of the tests that run in a file: `it('title'`, `test.each(…)('title'`. Skipped tests are left out.
 */
const titlesIn = (file: string): readonly string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:\b(?:it|test)|\b(?:it|test)\.each\((?:[^()]|\([^()]*\))*\)|^\s*\]( as const)?\))\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2\s*,/gm,
    ),
  ].map(([, , , title = '']) => title.replace(/\\(['"`])/g, '$1'));

const named = rows.flatMap(([, tests]) =>
  [...tests.matchAll(/`(tests\/[\w./-]+)` (.+?)(?=<br>|$)/g)].map(([, file = '', title = '']) => ({ file, title })),
);

/** Returns the letters and digits of a sentence. They stay equal when the sentence becomes a list or a table. */
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
/** Removes our own remarks, which stand in italics after a sentence. */
const quoted = (sentence: string): string => lettersOf(sentence.replace(/ \*\(.*\)\*$/, ''));
const hashOf = (letters: string): string => createHash('sha256').update(letters).digest('hex').slice(0, 16);

describe('docs/specification.md', () => {
  it('names only tests that are there', () => {
    const gone = named.filter(
      ({ file, title }) => !existsSync(join(root, file)) || !titlesIn(join(root, file)).includes(title),
    );
    expect(gone).toEqual([]);
  });

  it('names a test for every sentence but those that say what is not known', () => {
    const bare = rows.filter(([, tests]) => !tests.startsWith('`tests/')).map(([sentence]) => sentence);
    expect(bare.filter(sentence => !/not shown\.$/.test(sentence))).toEqual([]);
  });

  it.each(sections)('has every line of section $number whole, in its order', ({ number, rows: its }) => {
    let left = its.map(([sentence]) => quoted(sentence)).join('');
    const lines = specifiedLines.filter(([section]) => section === number);
    expect(lines.length).toBeGreaterThan(2);
    for (const [at, [, letters, hash]] of lines.entries()) {
      expect({ at, hash: hashOf(left.slice(0, letters)), near: left.slice(0, 40) }).toMatchObject({ at, hash });
      left = left.slice(letters);
    }
    expect(left, 'what the specification does not say').toBe('');
  });

  it('has all nine sections', () => {
    expect(sections.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  const original = join(import.meta.dirname, '../../shared/spec/specification.md');
  it.skipIf(!existsSync(original))('goes by the specification as it is now, where it lies beside the project', () => {
    const now = readFileSync(original, 'utf8')
      .split(/^## (?=\d)/m)
      .slice(1)
      .flatMap(text => {
        const lines = text.split('\n').slice(1).map(lettersOf).filter(Boolean);
        return lines.map(letters => [Number(text[0]), letters.length, hashOf(letters)]);
      });
    expect(now).toEqual(specifiedLines.map(line => [...line]));
  });
});
