import { describe, expect, it } from 'vitest';
import { outageFault, outageOf } from '../../../../server/db/outage.ts';
import { packError, unpackError } from '../../../../server/threads/errors.ts';
import { messages } from '../../../../src/contract/messages/index.ts';

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
