import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../server/process/port.ts';
import { openTestApp } from '../support/app.ts';
import { run, spawnScript } from '../support/command.ts';

/** Starts a server, sends it a signal as soon as `isPhase` is true of its output and its data folder, and waits. */
const stopIn = async (
  dataDir: string,
  isPhase: (output: string, files: readonly string[]) => boolean,
  signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP' = 'SIGTERM',
  environment: Readonly<Record<string, string>> = {},
) => {
  const settings = { DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'info', PORT: String(await freePort()), ...environment };
  const { child, output } = spawnScript([run, 'serve'], settings);
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  while (!isPhase(output(), await readdir(dataDir)) && child.exitCode === null)
    await new Promise(done => setTimeout(done, 5));
  child.kill(signal);
  const [code, endSignal] = await ended;
  return { code, endSignal, output: output() };
};

const wentWrong = /error|fail|did not start|lost|cannot|"level":[456]0/i;
const withFolder = async (work: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-stopped-'));
  await work(folder).finally(() => rm(folder, { recursive: true, force: true }));
};

describe('a start that is stopped', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends with 0 on %s before anything is open', signal =>
    withFolder(async folder => {
      // The first line of the script has run as soon as its process has a handler for the signal.
      const child = spawn(
        process.execPath,
        [
          '--import',
          `data:text/javascript,${encodeURIComponent(`const on = process.on;
          process.on = function (name, listener) { const result = on.call(this, name, listener);
            if (name === '${signal}') setImmediate(() => process.kill(process.pid, '${signal}')); return result; };`)}`,
          run,
          'serve',
        ],
        { env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', PORT: String(await freePort()) } },
      );
      expect(await once(child, 'close')).toEqual([0, null]);
    }),
  );

  it('ends with 0 in each phase, says nothing of errors, and leaves no database behind', () =>
    withFolder(async folder => {
      const phases: [string, Parameters<typeof stopIn>[1]][] = [
        ['the database is being made', (_, files) => files.some(name => name.startsWith('postgres.new-'))],
        ['the database is starting', (_, files) => files.includes('postgres')],
        ['tables are being made', output => output.includes('Migration 002')],
        [
          'the server is being prepared',
          output => output.includes('are up to date') || /Migration .*done/.test(output),
        ],
        ['the server listens', output => output.includes('Server listening')],
        ['all is done', output => output.includes('Drivedesk is at')],
      ];
      for (const [phase, isPhase] of phases) {
        const { code, endSignal, output } = await stopIn(folder, isPhase);
        expect([phase, code, endSignal], output).toEqual([phase, 0, null]);
        expect(output).not.toMatch(wentWrong);
        const files = await readdir(folder);
        expect(files.filter(name => name.startsWith('postgres.new-'))).toEqual([]);
        if (files.includes('postgres')) expect(await readdir(join(folder, 'postgres'))).not.toContain('postmaster.pid');
      }
    }));
});

it('a server that ends may take longer than ten seconds for its jobs', async () => {
  const app = await openTestApp();
  // Fastify ends an ending itself after this time, with an error. 0: never.
  expect(app.server.initialConfig.pluginTimeout).toBe(0);
  await app.close();
});
