import { expect, it } from 'vitest';
import { TableText } from '../../../../server/plugins/sendAnswer.ts';

const limitMs = 200;
const rows = (batches: readonly object[][]) => {
  const left = [...batches];
  return new TableText({ next: async () => left.shift() ?? [], total: undefined, sendTimeoutMs: limitMs } as never);
};
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const outcomeOf = (text: TableText) =>
  new Promise<string>(resolve => {
    text.once('end', () => resolve('read'));
    text.once('error', ({ message }) => resolve(message));
  });

it('does not cut off a reader for the time in which the process stood still', async () => {
  const text = rows([[{ a: 1 }], [{ a: 2 }]]);
  const outcome = outcomeOf(text);
  text.read(0);
  await new Promise<void>(resolve => text.once('readable', () => resolve()));
  standStill(3 * limitMs);
  let all = '';
  // Runs after the due timers, as data from the network does.
  setTimeout(() => text.on('data', chunk => (all += chunk)), 0);
  expect(await outcome).toBe('read');
  expect(all).toBe('[{"a":1},{"a":2}]');
});

it('cuts off a reader that takes nothing', async () => {
  const text = rows([[{ a: 1 }], [{ a: 2 }]]);
  const outcome = outcomeOf(text);
  text.read(0);
  expect(await outcome).toBe('The reader takes nothing');
});
