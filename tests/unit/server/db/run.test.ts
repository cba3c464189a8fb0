import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { makeRunner } from '../../../../server/db/embedded/run.ts';

const node = process.execPath;
const { run } = await makeRunner([dirname(node)]);

it('a program that leaves a service behind is over when it has ended, though the service still holds its output', async () => {
  const service = `setTimeout(() => console.log(' and its service too'), 60_000)`;
  const program = `
    const { pid } = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(service)}], {
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    process.stdout.write(String(pid), () => process.exit());`;
  const said = await run(node, ['-e', program]);
  process.kill(Number.parseInt(said, 10), 'SIGKILL');
  expect(said).toMatch(/^\d+$/);
});

it('what failed says why in its own words, or how it ended, or that it is not there', async () => {
  await expect(run(node, ['-e', `console.error('No room for the folder.'); process.exit(3)`])).rejects.toThrow(
    /^No room for the folder\.$/,
  );
  await expect(run(node, ['-e', 'process.exit(3)'])).rejects.toThrow(`${node} ended with 3.`);
  await expect(run(node, ['-e', `process.kill(process.pid, 'SIGKILL')`])).rejects.toThrow(
    `${node} ended with SIGKILL.`,
  );
  await expect(run(`${node}-that-is-not-there`, [])).rejects.toThrow('ENOENT');
});
