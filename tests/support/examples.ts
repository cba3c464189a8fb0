import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import type { CallExample } from '../../server/plugins/openapi.ts';

type Recorded = Record<string, CallExample>;

/** As many as show what a list is made of. */
const itemsShown = 2;
const charactersShown = 300;
const secrets = /^(Token|Secret|Key|Password|CurrentPassword|NewPassword|Challenge)$/;

/** Short enough to be read, and without anything that looks like a key. */
const shown = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string' && secrets.test(name)) return '…';
  if (typeof value === 'string') return value.length > charactersShown ? `${value.slice(0, charactersShown)}…` : value;
  if (Array.isArray(value)) return value.slice(0, itemsShown).map(each => shown(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shown(each, key)]));
};

const patterns: [name: string, method: string, path: RegExp, fixed: number][] = [];
const recorded: Recorded = {};

const nameOf = async (method: string, path: string): Promise<string | undefined> => {
  if (patterns.length === 0) {
    const { everyCall } = await import('../../scripts/roles.ts');
    for (const [name] of everyCall()) {
      const [itsMethod = '', its = ''] = name.split(' ');
      const pattern = its.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
      patterns.push([name, itsMethod, new RegExp(`^${pattern}/?$`), its.replace(/\{\w+\}/g, '').length]);
    }
    // A fixed path goes before one with parameters.
    patterns.sort((one, other) => other[3] - one[3]);
  }
  return patterns.find(([, itsMethod, pattern]) => itsMethod === method && pattern.test(path))?.[0];
};

const sizeOf = (example: CallExample | undefined): number => JSON.stringify(example?.answer ?? '').length;

/**
 * Keeps what a test has asked and was answered, for the published document: `npm run examples` sets the folder. Of several
 * good answers the one that shows most is kept.
 */
export const noteExample = async (folder: string, request: InjectOptions, answer: unknown): Promise<void> => {
  const address = new URL(String(request.url), 'http://here');
  const name = await nameOf(String(request.method), address.pathname);
  if (name === undefined) return;
  const query = Object.fromEntries(address.searchParams);
  const body = request.payload;
  const example: CallExample = {
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && !Buffer.isBuffer(body) && typeof body === 'object' && { body: shown(body) }),
    answer: shown(answer),
  };
  if (sizeOf(example) <= sizeOf(recorded[name])) return;
  recorded[name] = example;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(recorded));
};
