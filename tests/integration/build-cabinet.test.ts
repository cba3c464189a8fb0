import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runScript } from '../support/command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drivedesk-build-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Builds a cabinet as `npm start` does, with a builder that runs `what` instead of building. */
const build = async (
  what: string,
  meanwhile?: (output: string, child: { kill: (signal: 'SIGTERM') => boolean }) => void,
) => {
  const builder = join(folder, 'builder.cjs');
  await writeFile(builder, what);
  const settings = JSON.stringify({ NODE_OPTIONS: `--require ${JSON.stringify(builder)}` });
  const program = `import('./scripts/build-cabinet.ts').then(({ buildCabinet }) => buildCabinet('cabinet-never', ${settings}))
    .catch(error => { console.log('told: ' + error.message); process.exitCode = 1; })`;
  return runScript(['--eval', program], {}, meanwhile);
};

describe('a cabinet is built in another process, whose memory is gone afterwards', () => {
  it('that says what is wrong and is told about in words', async () => {
    const ended = await build(`console.error('No such file: x.tsx'); process.exit(3);`);
    expect(ended.code).toBe(1);
    expect(ended.output).toContain('No such file: x.tsx');
    expect(ended.output).toContain('told: Building the cabinet failed (exit code 3); why is said above.');
  });

  it('that ends with the one who waits for it', async () => {
    const wait = `console.log('builder ' + process.pid); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`;
    let asked = false;
    const ended = await build(wait, (output, child) => {
      if (!asked && output.includes('builder ')) asked = child.kill('SIGTERM');
    });
    expect(ended.output).toContain('told: Building the cabinet was ended by SIGTERM.');
    const builder = Number(/builder (\d+)/.exec(ended.output)?.[1]);
    expect(() => process.kill(builder, 0)).toThrow(/ESRCH/);
  });
});
