import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resources } from '../server/resources.ts';
import { type CompleteCall, completed, generatedCalls } from '../server/table/shapes.ts';
import type { Call } from '../src/contract/call.ts';
import { calls } from '../src/contract/index.ts';
import type { Resource } from '../src/resources/define.ts';
import { filterParameters, sortableFields } from '../src/resources/filters.ts';
import { callFor } from '../src/resources/paths.ts';

const file = join(import.meta.dirname, '..', 'docs', 'api.md');
const marker = '<!-- Below: written by `npm run docs` from src/contract and src/resources. -->';

const who = ({ access }: CompleteCall): string => {
  if (access === 'public') return 'anyone';
  if (access === 'account') return 'anyone signed in';
  return access === 'platform' ? 'a device platform' : access.join(', ');
};

const callTables = (): string => {
  const tags = new Map<string, string[]>();
  const generated = Object.values(resources).flatMap(resource =>
    generatedCalls(resource).map(({ name, call }) => [name, call] as const),
  );
  for (const [name, call] of [...(Object.entries(calls) as [string, Call][]), ...generated])
    tags.set(call.tag, [...(tags.get(call.tag) ?? []), `| \`${name}\` | ${who(completed(call))} | ${call.purpose} |`]);
  return [...tags]
    .map(([tag, rows]) => `### ${tag}\n\n| call | who | what for |\n|---|---|---|\n${rows.join('\n')}`)
    .join('\n\n');
};

const resourceSection = (resource: Resource): string => {
  const filters = filterParameters(resource).map(p => `| \`${p.name}\` | ${p.type} | ${p.comparison} |`);
  return [
    `### ${resource.name}`,
    `\`${callFor(resource, 'list')}\`, read by ${resource.access.read.join(', ')}.`,
    `Sorted by \`<Column>-<asc|desc>\`, columns: ${sortableFields(resource)
      .map(name => `\`${name}\``)
      .join(', ')}; unless given, \`${resource.list.sort}\`.`,
    resource.list.search ? `\`search\` looks in ${resource.list.search.join(', ')}.` : '',
    filters.length > 0 ? `| filter | type | compares |\n|---|---|---|\n${filters.join('\n')}` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
};

/** The generated part of docs/api.md, from contract and resources. */
export const reference = (): string =>
  `${marker}\n\n## Calls\n\n${callTables()}\n\n## Lists\n\n${Object.values(resources).map(resourceSection).join('\n\n')}\n`;

/** docs/api.md as it should be: the part above the marker as written by hand, then the generated one. */
export const apiPage = async (): Promise<{ written: string; wanted: string }> => {
  const written = await readFile(file, 'utf8');
  return { written, wanted: written.slice(0, written.indexOf(marker)) + reference() };
};

if (process.argv[1] === import.meta.filename) await writeFile(file, (await apiPage()).wanted);
