import { execFileSync } from 'node:child_process';

const parentOf = pid => Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).trim());

const isRunning = pid => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/**
 * Calls `end` when the `npm` that started this process is gone. Without it, a supervisor that stops npm would leave the
 * server running. npm sends SIGTERM only to its shell, which does not forward the signal. npm does not forward SIGHUP
 * at all. On Windows a console ends all its processes by itself.
 */
export const onNpmGone = end => {
  if (process.platform === 'win32' || process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  let npm;
  try {
    npm = parentOf(shell);
  } catch {
    // Without the program `ps`, npm's process cannot be found. Only npm's shell is watched then.
  }
  const timer = setInterval(() => {
    if (process.ppid === shell && (npm === undefined || isRunning(npm))) return;
    clearInterval(timer);
    end();
  }, 500);
  timer.unref();
};
