import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scriptOf } from '../../../../src/routes/scripts.ts';
import { routeTable } from '../../../../src/routes/table.ts';

const drawn = readFileSync('src/app/pages.tsx', 'utf8');
const named = routeTable.flatMap(entry => (typeof entry.page === 'string' ? [[entry.page, entry] as const] : []));

it.each(named)('the script that is sent along for %s is the one that draws it', (page, entry) => {
  const [, file] =
    new RegExp(`\\b${page}: lazyComponent\\([^)]*\\) =>\\s+import\\('[^']*/(\\w+)\\.tsx'\\)`).exec(drawn) ?? [];
  expect(scriptOf(entry)).toBe(file);
});
