import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A memory cgroup, as a container has one. */
export interface MemoryCgroup {
  /** File of process ids. A process in this file belongs to the cgroup, with all its children. */
  readonly processes: string;
  /** Number of processes that the kernel killed because the memory was used up. */
  readonly kills: () => Promise<number>;
  /** Highest memory use so far including page cache, bytes. */
  readonly peak: () => Promise<number>;
  /** Removes the cgroup, once no process belongs to it. */
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
  // The file is absent if the kernel does not count swap.
  await write(swapLimit, swapLimit === 'memory.swap.max' ? '0' : String(bytes)).catch(() => {});
  return {
    processes: join(folder, 'cgroup.procs'),
    kills: async () => Number(/^oom_kill (\d+)$/m.exec(await read(events))?.[1] ?? Number.NaN),
    peak: async () => Number(await read(peak)),
    remove: () => rmdir(folder),
  };
};

/** Opens a cgroup of version 1 or 2. Returns the reason if that is impossible. */
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
