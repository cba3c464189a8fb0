import { readFile, readlink, realpath, rm, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';

/**
 * Longest time that a pid file is empty, ms. PostgreSQL writes the file in one go, so a file that stays empty comes
 * from a full disk or a power cut.
 */
const emptyMs = 5000;

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
};

/**
 * Whether the process is PostgreSQL in this folder, by its working directory.
 * After a reboot or in a container the pid may belong to another program, and a zombie can be signalled.
 */
const worksIn = async (pid: number, folder: string): Promise<boolean> => {
  if (platform() !== 'linux') return true;
  return readlink(`/proc/${pid}/cwd`).then(
    async cwd => cwd === (await realpath(folder)),
    (error: { code?: string }) => error.code !== 'ENOENT' && error.code !== 'ESRCH',
  );
};

/**
 * Port of the PostgreSQL that runs in the folder, whoever started it. PostgreSQL survives the end of a killed Drivedesk
 * process.
 * Deletes a stale pid file that would keep PostgreSQL from starting.
 */
export const runningPort = async (folder: string): Promise<number | undefined> => {
  const file = join(folder, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  const [pid, , , port] = text.split('\n').map(Number);
  if (pid && port && isAlive(pid) && (await worksIn(pid, folder))) return port;
  const believed = pid ? isAlive(pid) : Date.now() - (await stat(file)).mtimeMs > emptyMs;
  if (believed) await rm(file, { force: true });
  return undefined;
};
