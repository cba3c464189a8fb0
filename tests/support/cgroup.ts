import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A memory cgroup of its own, as a container has one. */
export interface MemoryCgroup {
  /** A process whose id is written to this file belongs to the cgroup, with all that it starts. */
  readonly processes: string;
  /** How many processes the kernel killed because the memory was used up. */
  readonly kills: () => Promise<number>;
  /** Highest memory use so far, bytes, page cache included. */
  readonly peak: () => Promise<number>;
  /** For when no process belongs to it any more. */
  readonly remove: () => Promise<void>;
}

interface Version {
  readonly root: string;
  readonly limit: string;
  readonly swapLimit: string;
  readonly events: string;
  readonly peak: string;
}

const versions: readonly Version[] = [
  {
    root: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    swapLimit: 'memory.memsw.limit_in_bytes',
    events: 'memory.oom_control',
    peak: 'memory.max_usage_in_bytes',
  },
  {
    root: '/sys/fs/cgroup',
    limit: 'memory.max',
    swapLimit: 'memory.swap.max',
    events: 'memory.events',
    peak: 'memory.peak',
  },
];

const openIn = async ({ root, limit, swapLimit, events, peak }: Version, bytes: number): Promise<MemoryCgroup> => {
  const folder = join(root, `drivedesk-test-${process.pid}-${Date.now()}`);
  await mkdir(folder);
  const write = (file: string, text: string) => writeFile(join(folder, file), text);
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  try {
    await write(limit, String(bytes));
  } catch (error) {
    await rmdir(folder);
    throw error;
  }
  // Absent where the kernel does not count swap.
  await write(swapLimit, swapLimit === 'memory.swap.max' ? '0' : String(bytes)).catch(() => {});
  return {
    processes: join(folder, 'cgroup.procs'),
    kills: async () => Number(/^oom_kill (\d+)$/m.exec(await read(events))?.[1] ?? Number.NaN),
    peak: async () => Number(await read(peak)),
    remove: () => rmdir(folder),
  };
};

/** A cgroup of version 1 or 2, or why there can be none. */
export const openMemoryCgroup = async (bytes: number): Promise<MemoryCgroup | string> => {
  const reasons: string[] = [];
  for (const version of versions) {
    try {
      return await openIn(version, bytes);
    } catch (error) {
      reasons.push(String(error));
    }
  }
  return `no memory cgroup can be made here: ${reasons.join('; ')}`;
};
