import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './imports.ts';

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** One of the project's scripts in a process of its own; `meanwhile` is told each time it has said something more. */
export const runScript = async (
  args: readonly string[],
  environment: Record<string, string> = {},
  meanwhile: (output: string, child: ChildProcess) => void = () => {},
): Promise<Ended> => {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      meanwhile(output, child);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
};
