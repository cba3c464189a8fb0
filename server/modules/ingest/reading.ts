import type { ErrorObject, ValidateFunction } from 'ajv';
import { parse } from 'secure-json-parse';
import type { CrashMessage, StatisticMessage } from '../../../src/contract/shapes/telemetry.ts';
import { DomainError, type FieldFault, invalid } from '../../errors.ts';
import { refuseComplexJson, replaceNonNumbers } from '../../plugins/bodies.ts';
import { faultsOfMessages } from './checks.ts';

export type MessageKind = 'statistic' | 'crash';
export type Message = StatisticMessage | CrashMessage;

/** Reason for refusing a body, in a form that can be transferred between threads. */
export interface RefusedBody {
  readonly refused:
    | { readonly code: 'MALFORMED'; readonly detail: string }
    | { readonly code: 'SHAPE'; readonly errors: readonly ErrorObject[] }
    | { readonly code: 'INVALID'; readonly fields: readonly FieldFault[] };
}

const malformed = (detail: string): RefusedBody => ({ refused: { code: 'MALFORMED', detail } });

const parseBody = (bytes: Uint8Array): { readonly body: unknown } | RefusedBody => {
  try {
    refuseComplexJson(bytes);
    const text = replaceNonNumbers(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString('utf8');
    // As in `registerBodies`: a member of any name is a plain own property.
    return { body: parse(text, { protoAction: 'ignore', constructorAction: 'ignore' }) };
  } catch (error) {
    if (error instanceof DomainError) return malformed(String(error.details.values?.detail));
    return malformed('Body is not valid JSON');
  }
};

/**
 * Returns a schema error without the faulty value, unless the value is null.
 * The value may be the whole body, and copying it to another thread would block the main thread.
 */
const withoutFaultyValue = ({ data, parentSchema, schema, ...error }: ErrorObject): ErrorObject => ({
  ...error,
  ...(data === null && { data }),
});

/**
 * Parses and checks a body with one message or an array of messages. Checks the schema if `validate` is given, then the
 * rules that schemas cannot express.
 */
export const readBody = (
  kind: MessageKind,
  bytes: Uint8Array,
  validate: ValidateFunction | undefined,
): { readonly messages: readonly Message[] } | RefusedBody => {
  const result = parseBody(bytes);
  if ('refused' in result) return result;
  const { body } = result as { body: Message | Message[] };
  const messages = Array.isArray(body) ? body : [body];
  if (!validate) return { messages };
  if (!validate(body)) return { refused: { code: 'SHAPE', errors: (validate.errors ?? []).map(withoutFaultyValue) } };
  const fields = faultsOfMessages(kind, body);
  return fields.length > 0 ? { refused: { code: 'INVALID', fields } } : { messages };
};

export const refusalErrorOf = ({ refused }: RefusedBody): Error => {
  if (refused.code === 'MALFORMED') return new DomainError('MALFORMED', { values: { detail: refused.detail } });
  if (refused.code === 'INVALID') return invalid(...refused.fields);
  return Object.assign(new Error('INVALID'), { validation: refused.errors, validationContext: 'body' });
};
