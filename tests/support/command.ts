import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './imports.ts';

/** Before the name of a command: runs it as `npm start` does, from what is made of its sources. */
export const run = 'scripts/run.mjs';

/** Lets a shell enter a cgroup, or set a limit of its own, before it becomes the program that follows. */
const after = (preparation: string | undefined, command: readonly string[]): readonly string[] =>
  preparation === undefined ? command : ['/bin/sh', '-c', `${preparation} && exec "$@"`, 'sh', ...command];

/**
 * Runs a script of the project, or of a copy of the tree, in a child process; `onOutput` gets all output so far
 * whenever it grows. `preparation`: a line of shell that comes first.
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
    // A developer's .env must not lead a test to a real database.
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
