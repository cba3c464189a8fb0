import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { isBetterExample } from '../../scripts/examples.ts';
import type { CallExample } from '../../server/plugins/openapi.ts';

type Recorded = Record<string, CallExample>;

/** Number of array items in an example. Two show the structure of a list. */
const itemsShown = 2;
/** Number of figures in an array of an example. A place or a sample has a few, a curve has thousands. */
const figuresShown = 8;
const charactersShown = 300;
const secrets = /^(Token|Secret|Key|Challenge)$/;
const passwords = /Password$/;

/** Returns a value that is short enough to read and holds no secret. */
const shown = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string' && secrets.test(name)) return '…';
  if (typeof value === 'string' && passwords.test(name)) return 'your own password';
  if (typeof value === 'string') return value.length > charactersShown ? `${value.slice(0, charactersShown)}…` : value;
  if (Array.isArray(value))
    return value.slice(0, typeof value[0] === 'object' ? itemsShown : figuresShown).map(each => shown(each));
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
    // A fixed path has priority over one with parameters.
    patterns.sort((one, other) => other[3] - one[3]);
  }
  return patterns.find(([, itsMethod, pattern]) => itsMethod === method && pattern.test(path))?.[0];
};

/**
 * Records request and answer of a test for the published document. `npm run generate -- examples` sets the folder. Of
 * several good answers the most complete is kept.
 */
export const noteExample = async (folder: string, request: InjectOptions, answer: unknown): Promise<void> => {
  const address = new URL(String(request.url), 'http://here');
  const name = await nameOf(String(request.method), address.pathname);
  if (name === undefined) return;
  const query = Object.fromEntries(address.searchParams);
  const payload = request.payload;
  const sent = payload !== undefined && !Buffer.isBuffer(payload) && typeof payload === 'object';
  // Dates are text on the wire.
  const body: unknown = sent ? JSON.parse(JSON.stringify(payload)) : undefined;
  const example: CallExample = {
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && { body: shown(body) }),
    answer: shown(answer),
  };
  if (!isBetterExample(example, recorded[name])) return;
  recorded[name] = example;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(recorded));
};
