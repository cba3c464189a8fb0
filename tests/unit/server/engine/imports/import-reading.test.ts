import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readInThread } from '../../../../../server/engine/imports/uploading.ts';
import { DomainError } from '../../../../../server/errors.ts';
import { run } from '../../../../../server/threads/thread.ts';
import { makeWorkers } from '../../../../../server/threads/workers.ts';

const file = new URL('../../../../fixtures/stuckThread.mjs', import.meta.url).href;
const task = { bytes: new Uint8Array(8), choice: { known: [] } };

it('ends the thread of a file when its time is over, whatever the thread does', async () => {
  const workers = makeWorkers(() => undefined, { threads: 1, heapMb: 256, youngMb: 48 }, { file });
  const leaves = new AbortController();
  try {
    const read = readInThread(workers, { ...task, limitMs: 200 }, leaves.signal);
    // The only thread is taken: this file waits, and its time begins when it has a thread.
    const waiting = readInThread(workers, { ...task, limitMs: 50 }, leaves.signal);
    expect(await read).toEqual({ fault: 'TABLE_TOO_SLOW' });
    expect(await waiting).toEqual({ fault: 'TABLE_TOO_SLOW' });
    const left = readInThread(workers, { ...task, limitMs: 60_000 }, leaves.signal);
    // The request's caller has left (server/plugins/calls.ts). It must not be an unexpected error, which would be
    // logged.
    const reason = new DomainError('OVERLOADED');
    leaves.abort(reason);
    await expect(left).rejects.toBe(reason);
  } finally {
    await workers.close();
  }
});

it('blames the machine and not the file if a thread gets no processor', async () => {
  const workers = makeWorkers(() => undefined, { threads: 1, heapMb: 256, youngMb: 48 }, { file });
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-clock-'));
  const clock = join(folder, 'schedstat');
  await writeFile(clock, '0 0 0');
  const read = { ...task, clock, limitMs: 10 };
  try {
    const starved = readInThread(workers, read, new AbortController().signal);
    await expect(starved).rejects.toMatchObject({ code: 'OVERLOADED' });
  } finally {
    await workers.close();
    await rm(folder, { recursive: true });
  }
});

it('refuses a file that needs more memory than its thread has, and names the newer format for an old workbook', async () => {
  const workers = makeWorkers(() => undefined, { threads: 1, heapMb: 32, youngMb: 8 }, { file });
  try {
    const bytes = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0);
    const read = readInThread(workers, { ...task, bytes, limitMs: 60_000 }, new AbortController().signal);
    expect(await read).toEqual({ fault: 'OLD_WORKBOOK_TOO_LARGE' });
  } finally {
    await workers.close();
  }
});

it('passes the fields of an error on from a thread', async () => {
  const failing = run({ work: 'modules/telemetry/drawImpact', task: null });
  await expect(failing).rejects.toMatchObject({ isPackedError: true, name: 'TypeError' });
  const misspelt = run({ work: 'modules/telemetry/drawImpcat', task: null });
  await expect(misspelt).rejects.toMatchObject({ message: expect.stringContaining('"drawImpcat"') });
  const workers = makeWorkers(() => undefined, { threads: 1, heapMb: 256, youngMb: 48 }, { file });
  try {
    const error = await workers
      .run('engine/exports/writeExport', { code: '53100' } as never)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ message: 'No space left on device', name: 'error', code: '53100' });
  } finally {
    await workers.close();
  }
});
