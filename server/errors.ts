import type { Values } from '../src/contract/describedTypes.ts';
import { type ErrorCode, errorStatus } from '../src/contract/errors.ts';
import type { FieldMessage, OutageReason } from '../src/contract/messages/index.ts';

/** A field of the request and its fault. The text is made in the caller's language for the answer. */
export interface FieldFault {
  readonly field: string;
  readonly message: FieldMessage;
  readonly values?: Values;
}

interface ErrorDetails {
  /** Values for the message's `{…}`. */
  readonly values?: Values;
  readonly fields?: readonly FieldFault[];
  /** Further properties of the response (`LockedBy`, `Current`). */
  readonly extra?: Values;
  readonly retryAfterS?: number;
  /** The reason of `DATABASE_DOWN`. */
  readonly outage?: OutageReason;
}

/** The only error class whose text reaches the caller. The answer to any other error contains only a trace id. */
export class DomainError extends Error {
  readonly status: number;
  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    super(code);
    this.name = 'DomainError';
    this.status = errorStatus[code];
  }
}

export const notFound = (): DomainError => new DomainError('NOT_FOUND');

export const invalid = (...fields: FieldFault[]): DomainError => new DomainError('INVALID', { fields });
