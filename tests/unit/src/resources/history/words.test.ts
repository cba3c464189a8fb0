import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resources } from '../../../../../server/resources.ts';
import { auditActions } from '../../../../../src/resources/history/words.ts';
import { root } from '../../../../support/imports.ts';

/** Matches below that are no audit actions, but values of another property named `action`. */
const noActions = ['action', 'word'];

it('there are words for everything the server says was done', () => {
  const sources = ['server/modules', 'server/engine/table', 'server/plugins']
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
    )
    .filter(name => name.endsWith('.ts'))
    .map(name => readFileSync(join(root, name), 'utf8'));
  const said = new Set(sources.flatMap(text => [...text.matchAll(/\baction: '(\w+)'/g)].map(match => match[1] ?? '')));
  expect(said.size).toBeGreaterThan(30);
  const worded = [
    ...Object.keys(auditActions),
    ...Object.values(resources).flatMap(({ actions = {} }) => Object.keys(actions)),
  ];
  expect([...said].filter(action => !worded.includes(action) && !noActions.includes(action))).toEqual([]);
});
