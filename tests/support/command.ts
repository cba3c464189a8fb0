import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './imports.ts';

/** Script that runs a command as `npm start` does. It stands before the name of the command. */
export const run = 'scripts/run.mjs';

/** Returns the command with a preparing shell line, which may enter a cgroup or set a limit. */
const after = (preparation: string | undefined, command: readonly string[]): readonly string[] =>
  preparation === undefined ? command : ['/bin/sh', '-c', `${preparation} && exec "$@"`, 'sh', ...command];

/**
 * Runs a script of the project, or of a copy of the tree, in a child process. `onOutput` gets all output so far
 * whenever it grows. `preparation`: a line of shell that runs first.
 */
export const spawnScript = (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  onOutput: (output: string, child: ChildProcess) => void = () => {},
  tree = root,
  preparation?: string,
) => {
  const readingSources = args[0] === run ? [] : ['--import', 'tsx'];
  const [program = '', ...given] = after(preparation, [process.execPath, ...readingSources, ...args]);
  const child = spawn(program, given, {
    cwd: tree,
    // DATABASE_URL is cleared, because a developer's .env must not point a test to a real database.
    env: { ...process.env, DATABASE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      onOutput(output, child);
    });
  return { child, output: () => output };
};

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a script of the project to its end. */
export const runScript = async (...how: Parameters<typeof spawnScript>): Promise<Ended> => {
  const { child, output } = spawnScript(...how);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
};
