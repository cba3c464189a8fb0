import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatedCalls, type ResolvedCall, resolveCall } from '../server/engine/table/shapes.ts';
import { insurer } from '../server/insurer.ts';
import { resources } from '../server/resources.ts';
import { rights, roles } from '../src/contract/access.ts';
import type { Call, CallKey } from '../src/contract/call.ts';
import { calls } from '../src/contract/index.ts';

const file = join(import.meta.dirname, '..', 'docs', 'roles.md');
const marker = '<!-- Below: written by `npm run generate` from src/contract and src/resources. -->';

/** All kinds of callers: without a token, with a platform's key, with a session of each role. */
export const personas = ['nobody', 'platform', ...roles] as const;
export type Persona = (typeof personas)[number];

/**
 * Right of a caller to a call. `case`: the answer is limited to the accident that the caller has leased. `record`: the
 * answer is limited to records that the caller may read.
 */
export type Right = 'yes' | 'case' | 'record' | 'no';

/** Roles that get the full answer of a call whose answer is limited for other roles. */
const unrestrictedRoles = { case: rights.whereabouts, record: rights.audit } as const;

/** Returns the right of a caller to a call. */
export const rightOf = ({ access, narrowedTo }: ResolvedCall, persona: Persona): Right => {
  if (access === 'public') return 'yes';
  if (persona === 'nobody') return 'no';
  if (persona === 'platform' || access === 'platform') return persona === access ? 'yes' : 'no';
  if (access !== 'account' && !access.includes(persona)) return 'no';
  return narrowedTo && !unrestrictedRoles[narrowedTo].includes(persona) ? narrowedTo : 'yes';
};

/** Returns every call: those of the contract, and those generated from descriptions. */
export const everyCall = (): readonly (readonly [CallKey, ResolvedCall])[] => {
  const generated = Object.values(resources).flatMap(resource =>
    generatedCalls(insurer.registry, resource).map(({ name, call }) => [name, call] as const),
  );
  const written = Object.entries(calls) as [CallKey, Call][];
  return [...written, ...generated].map(([name, call]) => [name, resolveCall(insurer.registry, call)] as const);
};

const rightSigns: { readonly [R in Right]: string } = { yes: '●', case: 'case', record: 'record', no: '' };

const matrix = (): string => {
  const tags = new Map<string, string[]>();
  for (const [name, call] of everyCall()) {
    const cells = personas.map(persona => rightSigns[rightOf(call, persona)]);
    tags.set(call.tag, [...(tags.get(call.tag) ?? []), `| \`${name}\` | ${cells.join(' | ')} |`]);
  }
  const head = `| call | ${personas.join(' | ')} |\n|---|${personas.map(() => ':-:').join('|')}|`;
  return [...tags].map(([tag, rows]) => `## ${tag}\n\n${head}\n${rows.join('\n')}`).join('\n\n');
};

/**
 * Returns docs/roles.md as it is and as it should be: the handwritten text above the marker, and the matrix below it.
 */
export const rolesPage = async (): Promise<{ written: string; wanted: string }> => {
  const written = await readFile(file, 'utf8');
  return { written, wanted: `${written.slice(0, written.indexOf(marker))}${marker}\n\n${matrix()}\n` };
};

export const writeRoles = async (): Promise<void> => writeFile(file, (await rolesPage()).wanted);
