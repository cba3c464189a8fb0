import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { compare, makeLedger } from '../../../workshop/bench/chaos/ledger.ts';
import { faultKinds, planFaults, randomFor } from '../../../workshop/bench/chaos/plan.ts';
import { startProxy } from '../../support/tcpProxy.ts';

it('draws the same faults and the same work from the same seed, others from another', () => {
  expect(planFaults(1, 10)).toEqual(planFaults(1, 10));
  expect(planFaults(1, 10)).not.toEqual(planFaults(2, 10));
  const numbers = (seed: number, name: string) => {
    const random = randomFor(seed, name);
    return Array.from({ length: 20 }, () => random.below(100));
  };
  expect(numbers(1, 'A operator 0')).toEqual(numbers(1, 'A operator 0'));
  expect(numbers(1, 'A operator 0')).not.toEqual(numbers(1, 'B operator 0'));
  expect(numbers(1, 'A operator 0')).not.toEqual(numbers(2, 'A operator 0'));
});

it.each([1, 2, 3, 4, 5, 6])('has every kind of fault in ten minutes of seed %i, and some at once', seed => {
  const faults = planFaults(seed, 10);
  expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(faultKinds));
  const lasts = (before: (typeof faults)[number], atMs: number) => before.atMs + before.forMs > atMs;
  let overlapping = 0;
  for (const [at, { kind, atMs }] of faults.entries()) {
    expect(atMs).toBeLessThan(600_000);
    const before = faults.slice(0, at);
    expect(atMs).toBeGreaterThanOrEqual(before.at(-1)?.atMs ?? 0);
    expect(before.filter(each => each.kind === kind && lasts(each, atMs))).toEqual([]);
    if (before.some(each => lasts(each, atMs))) overlapping += 1;
  }
  expect(overlapping).toBeGreaterThan(2);
  expect(overlapping).toBeLessThan(faults.length);
});

it('tells rows that are missing, doubled or not asked for', () => {
  const ledger = makeLedger();
  for (const mark of ['there', 'missing', 'twice', 'lost']) ledger.begin('note', mark);
  ledger.acknowledge('note', 'there', 'missing', 'twice');
  const found = new Map([
    ['there', 1],
    ['twice', 2],
    ['strange', 1],
  ]);
  expect(compare(ledger, 'note', found)).toEqual({
    kind: 'note',
    acknowledged: 3,
    unsure: 1,
    missing: ['missing'],
    doubled: ['twice'],
    unrequested: ['strange'],
  });
});

it('freezes what passes its proxy, and cuts an answer after so many bytes', async () => {
  const echo = createServer(socket => void socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const proxy = await startProxy([(echo.address() as AddressInfo).port]);
  const socket = connect(proxy.port, '127.0.0.1').setEncoding('utf8');
  const closed = new Promise<void>(done => socket.once('close', () => done()));
  socket.on('error', () => {});
  let text = '';
  socket.on('data', chunk => {
    text += chunk;
  });
  socket.write('whole');
  await expect.poll(() => text).toBe('whole');
  proxy.freeze(true);
  socket.write(' and later');
  await new Promise(done => setTimeout(done, 50));
  expect(text).toBe('whole');
  proxy.freeze(false);
  await expect.poll(() => text).toBe('whole and later');
  proxy.cut(3);
  socket.write('12345');
  await closed;
  expect('whole and later123'.startsWith(text)).toBe(true);
  await proxy.close();
  echo.close();
});
