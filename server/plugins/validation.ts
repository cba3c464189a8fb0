import { Ajv2020 as Ajv, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { type FieldMessage, fieldMessage, type Locale, messages } from '../../src/contract/messages/index.ts';

type Schema = Readonly<Record<string, unknown>>;

const makeAjv = (options: { coerce: boolean; all: boolean }) => {
  const ajv = new Ajv({
    coerceTypes: options.coerce,
    allErrors: options.all,
    removeAdditional: false,
    useDefaults: true,
    strict: false,
  });
  (formats as unknown as (ajv: Ajv) => void)(ajv);
  return ajv;
};

// Text on the wire becomes numbers in addresses; a body says what it means, and null is not nought.
const forAddresses = makeAjv({ coerce: true, all: true });
const forBodies = makeAjv({ coerce: false, all: true });
// Of a curve of a million samples the first fault is enough.
const forLargeBodies = makeAjv({ coerce: false, all: false });

/** "One message or an array of them" is checked as what it is, so that faults name the field and not the alternative. */
const oneOrMany = (ajv: Ajv, [one, many]: readonly Schema[]): ValidateFunction => {
  const checkOne = ajv.compile(one as object);
  const checkMany = ajv.compile(many as object);
  const check = (data: unknown): boolean => {
    const validate = Array.isArray(data) ? checkMany : checkOne;
    const good = validate(data) as boolean;
    (check as unknown as ValidateFunction).errors = validate.errors;
    return good;
  };
  return check as unknown as ValidateFunction;
};

export const validatorCompiler: FastifySchemaCompiler<Schema> = ({ schema, httpPart }) => {
  if (httpPart !== 'body') return forAddresses.compile(schema);
  const alternatives = schema.anyOf as readonly Schema[] | undefined;
  return alternatives ? oneOrMany(forLargeBodies, alternatives) : forBodies.compile(schema);
};

const describe = (error: ErrorObject, locale: Locale): [FieldMessage, Record<string, unknown>] => {
  const p = error.params as Record<string, unknown>;
  const { types, formats: known } = messages[locale];
  const named = (table: Record<string, string>, key: unknown) => table[String(key)] ?? String(key);
  switch (error.keyword) {
    case 'required':
      return ['required', {}];
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return ['unknown', {}];
    case 'type':
      return p.type === 'integer' ? ['integer', {}] : ['type', { type: named(types, p.type) }];
    case 'minLength':
      return p.limit === 1 ? ['required', {}] : ['tooShort', { min: p.limit }];
    case 'maxLength':
      return ['tooLong', { max: p.limit }];
    case 'minItems':
      return ['tooFew', { min: p.limit }];
    case 'maxItems':
      return ['tooMany', { max: p.limit }];
    case 'maximum':
    case 'exclusiveMaximum':
      return ['maximum', { max: p.limit }];
    case 'minimum':
      return ['minimum', { min: p.limit }];
    case 'exclusiveMinimum':
      return ['above', { min: p.limit }];
    case 'enum':
      return ['oneOf', { values: (p.allowedValues as unknown[]).join(', ') }];
    case 'format':
      return p.format === 'email' ? ['email', {}] : ['format', { format: named(known, p.format) }];
    default:
      return ['pattern', {}];
  }
};

const fieldOf = (error: ErrorObject): string => {
  const p = error.params as Record<string, unknown>;
  const parent = error.instancePath.slice(1).replaceAll('/', '.');
  const name = p.missingProperty ?? p.additionalProperty;
  return name === undefined ? parent : [parent, String(name)].filter(Boolean).join('.');
};

/** The faults of a request in words, each with its field: at most twenty, one for each field. */
export const explainFaults = (errors: readonly ErrorObject[], locale: Locale) => {
  const faults = new Map<string, string>();
  for (const error of errors) {
    const field = fieldOf(error);
    if (faults.has(field) || faults.size === 20) continue;
    const [message, values] = describe(error, locale);
    faults.set(field, fieldMessage(locale, message, values));
  }
  return [...faults].map(([Field, Message]) => ({ Field, Message }));
};
