import { errorMessage, fieldMessage, type Locale } from '../../../src/contract/messages/index.ts';
import type { JobError } from '../../../src/contract/shapes/jobs.ts';
import { databaseFault, outageFault } from '../../db/outage.ts';
import { DomainError, type FieldFault } from '../../errors.ts';

/** Why something cannot be done to a record, as it is stored: put into words in the language of whoever reads it. */
export interface Reason extends JobError {
  readonly Fields?: readonly FieldFault[];
}

export const reasonText = ({ Code, Values, Fields = [] }: Reason, locale: Locale): string =>
  Fields.length > 0
    ? Fields.map(({ message, values }) => fieldMessage(locale, message, values)).join('. ')
    : errorMessage(locale, Code, Values);

/** What of an error concerns this record alone; throws what would befall the next one too. */
export const reasonOf = (error: unknown, unexpected: (error: unknown) => string): Reason => {
  const fault = error instanceof DomainError ? error : databaseFault(error as { code?: string });
  if (fault)
    return {
      Code: fault.code,
      ...(fault.details.values && { Values: fault.details.values }),
      ...(fault.details.fields && { Fields: fault.details.fields }),
    };
  if (outageFault(error as Error)) throw error;
  return { Code: 'INTERNAL', Values: { trace: unexpected(error) } };
};
