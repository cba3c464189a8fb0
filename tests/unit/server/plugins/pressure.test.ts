import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { registerPressure } from '../../../../server/plugins/pressure.ts';

/** Blocks the process, as a slow machine does while it loads a program. */
const stallFor = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};
const turn = () => new Promise(done => setTimeout(done, 30));

it('a server that took long to start lets its first callers in', async () => {
  const server = Fastify();
  await registerPressure(server);
  server.get('/', () => 'said');
  stallFor(1100);
  await server.ready();
  await turn();
  // The first sample counts all the time since the start as a stall.
  expect(server.isUnderPressure()).toBe(true);
  expect((await server.inject('/')).statusCode).toBe(200);
  await server.close();
});
