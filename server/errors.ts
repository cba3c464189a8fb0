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
  /** Values for the placeholders `{…}` of the message. */
  readonly values?: Values;
  readonly fields?: readonly FieldFault[];
  /** Further properties of the error response, such as `LockedBy` or `Current`. */
  readonly extra?: Values;
  readonly retryAfterS?: number;
  /** Reason why the database is unavailable. Set for the error `DATABASE_DOWN` only. */
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
