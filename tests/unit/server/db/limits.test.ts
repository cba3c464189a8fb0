import { expect, it } from 'vitest';
import { sharedBuffersMb } from '../../../../server/db/embedded/limits.ts';

const gibibyte = 1024 ** 3;

it.each([
  ['a small virtual machine', 0.5, 128],
  ['a laptop', 8, 1024],
  ['a server', 64, 2048],
])('the embedded database of %s keeps an eighth of %d GiB in memory, within bounds', (_, machine, mb) => {
  expect(sharedBuffersMb(machine * gibibyte)).toBe(mb);
});
