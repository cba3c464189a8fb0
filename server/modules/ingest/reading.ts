import type { ErrorObject, ValidateFunction } from 'ajv';
import { parse } from 'secure-json-parse';
import type { CrashMessage, StatisticMessage } from '../../../src/contract/shapes/telemetry.ts';
import { DomainError, type FieldFault, invalid } from '../../errors.ts';
import { refuseIntricate, withoutNonNumbers } from '../../plugins/bodies.ts';
import { faultsOfMessages } from './checks.ts';

export type Kind = 'statistic' | 'crash';
export type Message = StatisticMessage | CrashMessage;

/** Reason for refusing a body, in a form that can be transferred between threads. */
export interface Refused {
  readonly refused:
    | { readonly code: 'MALFORMED'; readonly detail: string }
    | { readonly code: 'SHAPE'; readonly errors: readonly ErrorObject[] }
    | { readonly code: 'INVALID'; readonly fields: readonly FieldFault[] };
}

const malformed = (detail: string): Refused => ({ refused: { code: 'MALFORMED', detail } });

const parsed = (bytes: Uint8Array): { readonly body: unknown } | Refused => {
  try {
    refuseIntricate(bytes);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    return { body: parse(withoutNonNumbers(text)) };
  } catch (error) {
    if (error instanceof DomainError) return malformed(String(error.details.values?.detail));
    return malformed('Body is not valid JSON');
  }
};

/**
 * Returns a schema error without the faulty value, unless the value is null.
 * The value may be the whole body, and copying it to another thread would block the main thread.
 */
const light = ({ data, parentSchema, schema, ...error }: ErrorObject): ErrorObject => ({
  ...error,
  ...(data === null && { data }),
});

/**
 * Parses and checks a body of one message or an array. Checks the schema if `check` is given, then what schemas cannot
 * express.
 */
export const readBody = (
  kind: Kind,
  bytes: Uint8Array,
  nowMs: number,
  check: ValidateFunction | undefined,
): { readonly messages: readonly Message[] } | Refused => {
  const result = parsed(bytes);
  if ('refused' in result) return result;
  const { body } = result as { body: Message | Message[] };
  const messages = Array.isArray(body) ? body : [body];
  if (!check) return { messages };
  if (!check(body)) return { refused: { code: 'SHAPE', errors: (check.errors ?? []).map(light) } };
  const fields = faultsOfMessages(kind, body, nowMs);
  return fields.length > 0 ? { refused: { code: 'INVALID', fields } } : { messages };
};

/** Returns the error with which a refused body is answered. */
export const asError = ({ refused }: Refused): Error => {
  if (refused.code === 'MALFORMED') return new DomainError('MALFORMED', { values: { detail: refused.detail } });
  if (refused.code === 'INVALID') return invalid(...refused.fields);
  return Object.assign(new Error('INVALID'), { validation: refused.errors, validationContext: 'body' });
};
