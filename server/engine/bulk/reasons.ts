import { errorMessage, fieldMessage, type Locale } from '../../../src/contract/messages/index.ts';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import { databaseFault, outageFault } from '../../db/outage.ts';
import { DomainError, type FieldFault } from '../../errors.ts';

/** Stored reason why an action cannot be done to a record. Its text is made in the reader's language. */
export interface Reason extends JobError {
  readonly Fields?: readonly FieldFault[];
}

export const reasonText = ({ Code, Values, Fields = [] }: Reason, locale: Locale): string =>
  Fields.length > 0
    ? Fields.map(({ message, values }) => fieldMessage(locale, message, values)).join('. ')
    : errorMessage(locale, Code, Values);

/**
 * Returns the reason why an action failed for this record alone.
 * Throws the error again if it would also affect the next record, such as an outage.
 */
export const reasonOf = (error: unknown, reportUnexpected: (error: unknown) => string): Reason => {
  const fault = error instanceof DomainError ? error : databaseFault(error as { code?: string });
  if (fault)
    return {
      Code: fault.code,
      ...(fault.details.values && { Values: fault.details.values }),
      ...(fault.details.fields && { Fields: fault.details.fields }),
    };
  if (outageFault(error as Error)) throw error;
  return { Code: 'INTERNAL', Values: { trace: reportUnexpected(error) } };
};
