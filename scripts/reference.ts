import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatedCalls, type ResolvedCall, resolveCall } from '../server/engine/table/shapes.ts';
import { insurer } from '../server/insurer.ts';
import { resources } from '../server/resources.ts';
import type { Call } from '../src/contract/call.ts';
import { calls } from '../src/contract/index.ts';
import type { Action, Resource } from '../src/schema/define.ts';
import { filterParameters, sortableFields } from '../src/schema/filters.ts';
import { callFor } from '../src/schema/paths.ts';
import { everyCall } from './roles.ts';
import { type SpecifiedRole, specifiedCalls } from './specifiedCalls.ts';

const file = join(import.meta.dirname, '..', 'docs', 'api.md');
const architectureFile = join(import.meta.dirname, '..', 'docs', 'architecture.md');
const lifeFile = join(import.meta.dirname, '..', 'docs', 'life-cycles.md');
const marker = '<!-- Below: written by `npm run generate` from src/contract and src/resources. -->';

const allowedCallers = ({ access }: ResolvedCall): string => {
  if (access === 'public') return 'anyone';
  if (access === 'account') return 'anyone signed in';
  return access === 'platform' ? 'a device platform' : access.join(', ');
};

const callTables = (): string => {
  const tags = new Map<string, string[]>();
  const generated = Object.values(resources).flatMap(resource =>
    generatedCalls(insurer.registry, resource).map(({ name, call }) => [name, call] as const),
  );
  for (const [name, call] of [...(Object.entries(calls) as [string, Call][]), ...generated])
    tags.set(call.tag, [
      ...(tags.get(call.tag) ?? []),
      `| \`${name}\` | ${allowedCallers(resolveCall(insurer.registry, call))} | ${call.purpose} |`,
    ]);
  return [...tags]
    .map(([tag, rows]) => `### ${tag}\n\n| call | who | what for |\n|---|---|---|\n${rows.join('\n')}`)
    .join('\n\n');
};

const roleSigns: { readonly [R in SpecifiedRole]: string } = {
  '–': 'no token',
  P: 'platform key',
  A: 'anyone signed in',
  O: 'OPERATOR and above',
  case: 'MANAGER and above; OPERATOR: the case in hand',
  M: 'MANAGER and above',
  S: 'SUPERUSER, freshly signed in',
};

/** Returns the table of calls of section 7 of the specification. specified-calls.test.ts tests each of them. */
const specifiedTable = (): string => {
  const callsByName = new Map<string, ResolvedCall>(everyCall());
  const rows = specifiedCalls.map(({ call, role, twin }) => {
    const purpose = callsByName.get(call)?.purpose;
    if (purpose === undefined) throw new Error(`The contract lacks a call of the specification: ${call}`);
    return `| \`${call}\` | ${roleSigns[role]} | ${purpose} | ${twin ? `\`${twin}\`` : ''} |`;
  });
  return `| call | who | what for | twin |\n|---|---|---|---|\n${rows.join('\n')}`;
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

/** Returns the generated part of docs/api.md, from contract and resources. */
export const reference = (): string =>
  `${marker}\n\n## Calls\n\n${callTables()}\n\n## Calls of the specification\n\nTwins say or do the same by another path: one service, the same facts.\n\n${specifiedTable()}\n\n## Lists\n\n${Object.values(resources).map(resourceSection).join('\n\n')}\n`;

const addedMarker =
  '<!-- Below: written by `npm run generate`: every call of the contract that section 7 of the specification lacks. -->';

/** Returns the calls that the specification does not name, by subject. */
const addedCalls = (): string => {
  const specified = new Set<string>(specifiedCalls.map(({ call }) => call));
  const tags = new Map<string, string[]>();
  for (const [name, { tag }] of everyCall())
    if (!specified.has(name)) tags.set(tag, [...(tags.get(tag) ?? []), `\`${name}\``]);
  const rows = [...tags].map(([tag, names]) => `| ${tag} | ${names.join(', ')} |`);
  return `${addedMarker}\n\n| subject | calls |\n|---|---|\n${rows.join('\n')}\n`;
};

/**
 * Returns docs/architecture.md as it is and as it should be: the handwritten part above the marker, then the calls
 * beyond the specification.
 */
export const architecturePage = async (): Promise<{ written: string; wanted: string }> => {
  const written = await readFile(architectureFile, 'utf8');
  return { written, wanted: written.slice(0, written.indexOf(addedMarker)) + addedCalls() };
};

/** Returns docs/api.md as it is and as it should be: the handwritten part above the marker, then the generated one. */
export const apiPage = async (): Promise<{ written: string; wanted: string }> => {
  const written = await readFile(file, 'utf8');
  return { written, wanted: written.slice(0, written.indexOf(marker)) + reference() };
};

const dialogText = ({ dialog }: Action, name: string): string =>
  dialog && name in dialog.fields ? (dialog.fields[name]?.required ? 'asked for' : 'may be said') : '–';

const lifeSection = ({ label, fields, states, actions = {} }: Resource): string => {
  if (!states) return '';
  const { field, effectsOn } = states;
  const stateText = (state: string | undefined) =>
    state === undefined ? 'the same' : fields[field]?.choiceLabels?.[state]?.en;
  const heads = [
    'move',
    'from',
    'to',
    'who',
    'reason',
    'when',
    ...Object.values(effectsOn).map(({ en }) => en.toLowerCase()),
  ];
  const moves = Object.entries(actions).filter(([, { fromStates }]) => fromStates);
  const rows = moves.map(([name, move]) => [
    `${move.label.en} (\`${name}\`)`,
    move.fromStates?.map(stateText).join(', '),
    stateText(move.toState),
    move.roles.join(', '),
    dialogText(move, 'Reason'),
    dialogText(move, 'Date'),
    ...Object.keys(effectsOn).map(on => move.effects?.[on]?.en ?? '–'),
  ]);
  const line = (cells: readonly (string | undefined)[]) => `| ${cells.join(' | ')} |`;
  return [
    `## ${label.en.title}`,
    '',
    line(heads),
    line(heads.map(() => '---')).replaceAll(' ', ''),
    ...rows.map(line),
  ].join('\n');
};

/** Returns docs/life-cycles.md as it should be: every life cycle of the descriptions. */
export const lifePage = async (): Promise<{ written: string; wanted: string }> => {
  const sections = Object.values(resources).map(lifeSection).filter(Boolean);
  const head = `# Life cycles

Written by \`npm run generate\` from \`src/resources\`. Whatever is not in a table is refused with 422 and what is possible. Every
move is one transaction, with its reason in the history; made by \`POST /api/v2/<Entity>/{id}/moves/<move>\`.
`;
  return { written: await readFile(lifeFile, 'utf8').catch(() => ''), wanted: `${head}\n${sections.join('\n\n')}\n` };
};

export const writeReference = async (): Promise<void> => {
  await writeFile(file, (await apiPage()).wanted);
  await writeFile(lifeFile, (await lifePage()).wanted);
  await writeFile(architectureFile, (await architecturePage()).wanted);
};
