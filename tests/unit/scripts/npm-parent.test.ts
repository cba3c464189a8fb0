import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { root } from '../../support/imports.ts';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'a program that npm started ends when npm gets %s, which npm does not pass on',
  async signal => {
    const folder = await mkdtemp(join(tmpdir(), 'npm-parent-'));
    const program = `
      import { writeFileSync } from 'node:fs';
      import { onNpmGone } from ${JSON.stringify(join(root, 'scripts', 'npm-parent.mjs'))};
      onNpmGone(() => process.kill(process.pid, 'SIGTERM'));
      process.on('SIGTERM', () => { writeFileSync('ended', 'in order'); process.exit(0); });
      process.on('SIGHUP', () => {});
      setInterval(() => {}, 1000);
      writeFileSync('pid', String(process.pid));`;
    await writeFile(join(folder, 'program.mjs'), program);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node program.mjs' } }));
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore', detached: true });
    const pid = await vi.waitFor(async () => {
      const number = Number(await readFile(join(folder, 'pid'), 'utf8'));
      expect(number).toBeGreaterThan(0);
      return number;
    });
    const gone = once(npm, 'exit');
    npm.kill(signal);
    await gone;
    await vi.waitFor(async () => expect(await readFile(join(folder, 'ended'), 'utf8')).toBe('in order'));
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
    await rm(folder, { recursive: true });
  },
);
