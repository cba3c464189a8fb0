import { expect, it, vi } from 'vitest';
import { makeCoalesce } from '../../../../../server/engine/table/coalesce.ts';

/** Reads that end when the test ends them. */
const readings = () => {
  const begun: { answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  const read = () =>
    new Promise<string>((answer, fail) => {
      begun.push({ answer, fail });
    });
  return { begun, read };
};

const began = (begun: readonly unknown[], count: number) => vi.waitFor(() => expect(begun).toHaveLength(count));

it('reads once for all who come while another reading is at work', async () => {
  const together = makeCoalesce<string>();
  const { begun, read } = readings();
  const first = together('page 1', read);
  const others = [together('page 1', read), together('page 1', read), together('page 1', read)];
  expect(begun).toHaveLength(1);
  begun[0]?.answer('before');
  await expect(first).resolves.toBe('before');
  await began(begun, 2);
  begun[1]?.answer('after');
  await expect(Promise.all(others)).resolves.toEqual(['after', 'after', 'after']);
  expect(begun).toHaveLength(2);
});

it('gives nobody what began before they asked, at the second reading and later ones', async () => {
  const together = makeCoalesce<string>();
  const { begun, read } = readings();
  void together('page 1', read);
  const second = together('page 1', read);
  begun[0]?.answer('1');
  await began(begun, 2);
  const third = together('page 1', read);
  begun[1]?.answer('2');
  await expect(second).resolves.toBe('2');
  await began(begun, 3);
  begun[2]?.answer('3');
  await expect(third).resolves.toBe('3');
});

it('does not let a short question wait for a long one: the next reading begins beside it', async () => {
  const together = makeCoalesce<string>();
  const { begun, read } = readings();
  void together('page 1', read);
  const next = together('page 1', read);
  await began(begun, 2);
  begun[1]?.answer('soon');
  await expect(next).resolves.toBe('soon');
});

it('keeps questions apart, and a failure from those who ask later', async () => {
  const together = makeCoalesce<string>();
  const { begun, read } = readings();
  const failing = together('page 1', read);
  const apart = together('page 2', read);
  expect(begun).toHaveLength(2);
  begun[0]?.fail(new Error('The database is away'));
  begun[1]?.answer('another page');
  await expect(failing).rejects.toThrow('The database is away');
  await expect(apart).resolves.toBe('another page');
  const later = together('page 1', read);
  await began(begun, 3);
  begun[2]?.answer('well again');
  await expect(later).resolves.toBe('well again');
});

it('lets the others ask for themselves when the one who reads is refused, and only then', async () => {
  const refused = new Error('too many of one reader');
  const together = makeCoalesce<string>(error => error === refused);
  const { begun, read } = readings();
  void together('page 1', read);
  const flooding = together('page 1', read);
  const other = together('page 1', async () => 'of my own');
  await began(begun, 2);
  begun[1]?.fail(refused);
  await expect(flooding).rejects.toBe(refused);
  await expect(other).resolves.toBe('of my own');

  void together('page 2', read);
  const broken = together('page 2', read);
  const beside = together('page 2', async () => 'of my own');
  await began(begun, 4);
  begun[3]?.fail(new Error('The database is away'));
  await expect(broken).rejects.toThrow('The database is away');
  await expect(beside).rejects.toThrow('The database is away');
});

it('forgets what threw before it began', async () => {
  const together = makeCoalesce<string>();
  const { begun, read } = readings();
  const first = together('page 1', read);
  const throwing = together('page 1', () => {
    throw new Error('not even begun');
  });
  begun[0]?.answer('1');
  await expect(first).resolves.toBe('1');
  await expect(throwing).rejects.toThrow('not even begun');
  await expect(together('page 1', async () => 'well')).resolves.toBe('well');
});
