import { readFileSync } from 'node:fs';

/** Minimum limit of open files: enough for the database's connections, files and a hundred visitors. */
const fewest = 256;

/** Returns the maximum number of open files of this process. Undefined if the system does not tell. */
const openFilesLimit = () => {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
};

/** Returns the fault of the open-file limit with its remedy. Undefined if the limit suffices or is unknown. */
export const openFilesFault = () => {
  const limit = openFilesLimit();
  if (limit === undefined || limit >= fewest) return undefined;
  return `This process may only have ${limit} files and connections open at once, and Drivedesk needs ${fewest} at least, better 8192. Raise the limit: "ulimit -n 8192" in the shell, LimitNOFILE=8192 in a systemd unit, "ulimits: nofile" in compose.yaml.`;
};
