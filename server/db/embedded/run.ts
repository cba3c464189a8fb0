import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

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
  readonly run: (program: string, args: readonly string[]) => Promise<string>;
}

const idOf = async (flag: '-u' | '-g'): Promise<number> => Number((await exec('id', [flag, 'postgres'])).stdout);

const postgresUser = async (): Promise<User> => {
  await exec('id', ['postgres']).catch(async () => {
    await exec('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  });
  return { uid: await idOf('-u'), gid: await idOf('-g') };
};

/** Whether other users can enter all parent folders. */
const reachable = async (path: string): Promise<boolean> => {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
};

/**
 * Runs a program and resolves with its output after it has ended.
 * The output goes to a file. A pipe would end only with the last process that holds it: on Windows the service started
 * by `pg_ctl` holds the pipe as long as it runs.
 */
const execute = async (program: string, args: readonly string[], user?: User): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-said-'));
  const file = join(folder, 'said');
  try {
    const said = await open(file, 'w');
    const child = spawn(program, args, {
      ...user,
      cwd: dirname(program),
      stdio: ['ignore', said.fd, said.fd],
      windowsHide: true,
    });
    const [code, signal] = await once(child, 'exit').finally(() => said.close());
    const text = await readFile(file, 'utf8');
    if (code !== 0) throw new Error(text.trim() || `${program} ended with ${signal ?? code}.`);
    return text;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const makeRunner = async (folders: readonly string[]): Promise<Runner> => {
  if (process.getuid?.() !== 0) return { user: undefined, run: execute };
  const user = await postgresUser();
  const allReachable = (await Promise.all(folders.map(reachable))).every(Boolean);
  if (allReachable) return { user, run: (program, args) => execute(program, args, user) };
  // Only root may enter a parent folder (such as /root). The programs therefore keep root's right to pass file
  // permissions, and no other.
  const drop = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=+dac_override',
  ];
  return { user, run: (program, args) => execute('setpriv', [...drop, program, ...args]) };
};
