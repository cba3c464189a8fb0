import { afterEach, expect, it, vi } from 'vitest';
import { hashPassword, verifyPassword } from '../../../../../server/modules/account/passwords.ts';

/** Functions that end the running computations, oldest first. */
const atWork = vi.hoisted(() => [] as (() => void)[]);
vi.mock('@node-rs/argon2', () => ({
  hash: (password: string) =>
    password.startsWith('a password that nobody')
      ? Promise.resolve('decoy')
      : new Promise(done => atWork.push(() => done(`hash of ${password}`))),
  verify: (stored: string, password: string) =>
    new Promise(done => atWork.push(() => done(stored === `hash of ${password}`))),
}));

afterEach(() => vi.useRealTimers());

const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};
const endOldest = async () => {
  atWork.shift()?.();
  await settled();
};

it('computes two passwords at a time, the others in their order', async () => {
  const done: number[] = [];
  const all = Array.from({ length: 6 }, (_, at) =>
    (at % 2 ? hashPassword(`${at}`) : verifyPassword(`hash of ${at}`, `${at}`)).then(result => {
      done.push(at);
      return result;
    }),
  );
  await settled();
  for (let ended = 0; ended < 6; ended++) {
    expect(atWork).toHaveLength(Math.min(2, 6 - ended));
    await endOldest();
  }
  expect(done).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await Promise.all(all)).toEqual([true, 'hash of 1', true, 'hash of 3', true, 'hash of 5']);
});

it('asks who has waited for two seconds to come again, and lets nobody in for it', async () => {
  vi.useFakeTimers();
  const first = [verifyPassword('hash of x', 'x'), verifyPassword(undefined, 'x')];
  await settled();
  const third = verifyPassword('hash of x', 'x');
  const refused = expect(third).rejects.toMatchObject({ code: 'OVERLOADED', status: 503, details: { retryAfterS: 2 } });
  await vi.advanceTimersByTimeAsync(2000);
  await refused;
  const fourth = verifyPassword('hash of x', 'y');
  await endOldest();
  await endOldest();
  await endOldest();
  expect(await Promise.all([...first, fourth])).toEqual([true, false, false]);
  // All slots are free again, so two passwords are computed at once.
  const [fifth, sixth] = [hashPassword('5'), hashPassword('6')];
  await settled();
  expect(atWork).toHaveLength(2);
  await endOldest();
  await endOldest();
  expect(await Promise.all([fifth, sixth])).toEqual(['hash of 5', 'hash of 6']);
});
