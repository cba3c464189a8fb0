import type { OutageReason } from '../../src/contract/messages/index.ts';
import { DomainError } from '../errors.ts';

/**
 * Outages by PostgreSQL error code, or by its first two or three characters. Only codes that concern the database as a
 * whole are listed.
 */
const outageByCode: Readonly<Record<string, OutageReason>> = {
  '08': 'lost',
  '28': 'closed',
  '3D': 'closed',
  '53': 'storage',
  '57P': 'lost',
  '58': 'storage',
  '25006': 'readOnly',
  '25P03': 'lost',
  '25P04': 'lost',
  '53100': 'diskFull',
  '53300': 'tooMany',
  '57P03': 'starting',
};

const outageBySystemError: Readonly<Record<string, OutageReason>> = {
  ECONNREFUSED: 'noConnection',
  ENOTFOUND: 'noConnection',
  EAI_AGAIN: 'noConnection',
  EHOSTUNREACH: 'noConnection',
  EHOSTDOWN: 'noConnection',
  ENETUNREACH: 'noConnection',
  ENETDOWN: 'noConnection',
  EADDRNOTAVAIL: 'noConnection',
  ENOENT: 'noConnection',
  ECONNRESET: 'lost',
  ECONNABORTED: 'lost',
  EPIPE: 'lost',
  ETIMEDOUT: 'slow',
};

const socketSystemCalls = new Set<unknown>(['connect', 'read', 'write', 'getaddrinfo']);

/** Errors of the driver `pg` that have a message but no code. */
const outageByTextPattern: readonly (readonly [RegExp, OutageReason])[] = [
  [/^Connection terminated due to connection timeout|^timeout expired$|^Query read timeout$/, 'slow'],
  [/^Connection terminated|is not queryable$|^The session of the database has lost its settings/, 'lost'],
  [/^Cannot use a pool after calling end|^driver has already been destroyed$/, 'lost'],
  [/^database ".*" is not currently accepting connections$/, 'closed'],
  // A write on a read-only file system counts as an outage. PostgreSQL reports it as insufficient privilege.
  [/^could not .*: Read-only file system$/, 'readOnly'],
];

interface SystemError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly syscall?: unknown;
  readonly where?: unknown;
}

/**
 * Whether Citus lost a worker in the middle of a transaction. Its coordinator reports this as an internal error, with
 * the worker's address in the context.
 */
const isLostWorker = ({ code, message, where }: SystemError): boolean =>
  code === 'XX000' &&
  (/^while executing command on .+:\d+/m.test(String(where)) ||
    /^(failure on connection marked as essential|could not connect to any active placements)/.test(String(message)));

/** Returns the reason why the database is unavailable. Undefined for an error that has nothing to do with an outage. */
export const outageOf = (error: unknown): OutageReason | undefined => {
  // Node throws an `AggregateError` if a host has several addresses and none of them answers.
  if (error instanceof AggregateError) return outageOf(error.errors[0]);
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, message, syscall } = error as SystemError;
  const text = typeof message === 'string' ? message : '';
  const byText = outageByTextPattern.find(([pattern]) => pattern.test(text))?.[1];
  if (byText || typeof code !== 'string') return byText;
  if (isLostWorker(error)) return 'lost';
  // Errors of the database's sockets name the failed system call. The error of an HTTP client that disconnected names
  // none.
  if (code in outageBySystemError) return socketSystemCalls.has(syscall) ? outageBySystemError[code] : undefined;
  return /^[0-9A-Z]{5}$/.test(code)
    ? (outageByCode[code] ?? outageByCode[code.slice(0, 3)] ?? outageByCode[code.slice(0, 2)])
    : undefined;
};

export const databaseDownError = (outage: OutageReason): DomainError =>
  new DomainError('DATABASE_DOWN', { outage, retryAfterS: 5 });

export const outageFault = (error: unknown): DomainError | undefined => {
  if (error instanceof Error && error.message === 'timeout exceeded when trying to connect')
    return new DomainError('OVERLOADED', { retryAfterS: 5 });
  const outage = outageOf(error);
  return outage && databaseDownError(outage);
};

/** Whether the database is unavailable, or too busy or locked to answer in time. A later try may succeed. */
export const isUnavailable = (error: unknown): boolean =>
  outageFault(error) !== undefined || databaseFault(error as { code?: string })?.code === 'OVERLOADED';

/** The message of PostgreSQL or the system with its code. Some of Node's errors have no message. */
export const errorText = (error: unknown): string => {
  const { message, detail, hint, code } = error as Readonly<Record<string, unknown>>;
  const text = [message, detail, hint].filter(part => typeof part === 'string' && part !== '').join(' ');
  return typeof code === 'string' ? `${text} (${code})`.trimStart() : text;
};

/**
 * Converts database errors caused by data or time. Data: a concurrent request, or a value that no column can hold (NUL,
 * year 0). Time: a change that waited too long for a lock.
 */
export const databaseFault = ({ code = '' }: { readonly code?: string }): DomainError | undefined => {
  if (code === '23505') return new DomainError('TAKEN', { values: { value: '' } });
  // A concurrent change of the same rows took too long, or a deadlock occurred. Nothing was written.
  if (['55P03', '40P01', '57014'].includes(code)) return new DomainError('OVERLOADED', { retryAfterS: 5 });
  return /^22\w{3}$/.test(code) ? new DomainError('INVALID') : undefined;
};
