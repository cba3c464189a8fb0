import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Runs PostgreSQL's programs as the current user, or as the user `postgres` if that is root, because the programs
 * refuse root.
 */
export interface Runner {
  readonly user: User | undefined;
  readonly run: (program: string, args: readonly string[], signal?: AbortSignal) => Promise<string>;
}

const readPostgresId = async (flag: '-u' | '-g'): Promise<number> =>
  Number((await execFileAsync('id', [flag, 'postgres'])).stdout);

const ensurePostgresUser = async (): Promise<User> => {
  await execFileAsync('id', ['postgres']).catch(async () => {
    await execFileAsync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  });
  return { uid: await readPostgresId('-u'), gid: await readPostgresId('-g') };
};

/** Whether users other than the owner can enter the folder and all its parent folders. */
const isReachableByAll = async (path: string): Promise<boolean> => {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};

/**
 * Runs a program and resolves with its output after it has ended.
 * The output goes to a file. A pipe would end only with the last process that holds it: on Windows the service started
 * by `pg_ctl` holds the pipe as long as it runs.
 */
const runProgram = async (
  program: string,
  args: readonly string[],
  signal: AbortSignal | undefined,
  user?: User,
): Promise<string> => {
  const outputFolder = await mkdtemp(join(tmpdir(), 'drivedesk-said-'));
  const outputFile = join(outputFolder, 'said');
  try {
    const output = await open(outputFile, 'w');
    const child = spawn(program, args, {
      ...user,
      ...(signal && { signal }),
      cwd: dirname(program),
      stdio: ['ignore', output.fd, output.fd],
      windowsHide: true,
    });
    const [code, endSignal] = await once(child, 'exit').finally(() => output.close());
    const text = await readFile(outputFile, 'utf8');
    if (code !== 0) throw new Error(text.trim() || `${program} ended with ${endSignal ?? code}.`);
    return text;
  } finally {
    await rm(outputFolder, { recursive: true, force: true });
  }
};

export const makeRunner = async (folders: readonly string[]): Promise<Runner> => {
  if (process.getuid?.() !== 0)
    return { user: undefined, run: (program, args, signal) => runProgram(program, args, signal) };
  const user = await ensurePostgresUser();
  const allReachable = (await Promise.all(folders.map(isReachableByAll))).every(Boolean);
  if (allReachable) return { user, run: (program, args, signal) => runProgram(program, args, signal, user) };
  // Only root may enter a parent folder (such as /root). The programs therefore keep root's right to pass file
  // permissions, and no other.
  const dropPrivileges = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=+dac_override',
  ];
  return {
    user,
    run: (program, args, signal) => runProgram('setpriv', [...dropPrivileges, program, ...args], signal),
  };
};
