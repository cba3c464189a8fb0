import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insurer } from '../server/insurer.ts';
import { type CallExample, type CallExamples, readExamples } from '../server/plugins/openapi.ts';
import { everyCall } from './roles.ts';

const sizeOf = (example: CallExample | undefined): number => JSON.stringify(example?.answer ?? '').length;

/**
 * Whether the candidate is the better example of a call. An example with a body is better, otherwise the one with the
 * longer answer.
 */
export const isBetterExample = (candidate: CallExample, current: CallExample | undefined): boolean =>
  (candidate.body === undefined) === (current?.body === undefined)
    ? sizeOf(candidate) > sizeOf(current)
    : candidate.body !== undefined;

/**
 * Runs the integration tests, or the named ones, and records their requests and answers as examples of the published
 * document, one line per call. Other calls keep their examples.
 */
export const recordExamples = async (files: readonly string[]): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-examples-'));
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'integration', ...files], {
    env: { ...process.env, RECORD_EXAMPLES: folder },
    stdio: 'inherit',
  });
  await once(child, 'exit');

  const recorded: Record<string, CallExamples[string]> = {};
  for (const file of await readdir(folder)) {
    const ofProcess = JSON.parse(await readFile(join(folder, file), 'utf8')) as CallExamples;
    for (const [name, example] of Object.entries(ofProcess))
      if (isBetterExample(example, recorded[name])) recorded[name] = example;
  }
  await rm(folder, { recursive: true });
  const found = { ...readExamples(), ...recorded };
  const lines = everyCall()
    .map(([name]) => name)
    .filter(name => found[name] && name in insurer.registry.calls)
    .sort()
    .map(name => `${JSON.stringify(name)}: ${JSON.stringify(found[name])}`);
  await writeFile(join(import.meta.dirname, '..', 'server', 'examples.json'), `{\n${lines.join(',\n')}\n}\n`);
};
