import { Ajv2020 as Ajv, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { type FieldMessage, fieldMessage, type Locale, messages } from '../../src/contract/messages/index.ts';
import { isEmail, normaliseEmail } from '../../src/schema/kinds/email.ts';
import { storablePattern } from '../../src/schema/kinds/storable.ts';
import type { FieldFault } from '../errors.ts';

/** A platform message that is too large to parse on the main thread. A worker reads it (server/threads/workers.ts). */
export class UnreadBody {
  constructor(readonly bytes: Uint8Array) {}
}

type Schema = Readonly<Record<string, unknown>>;

type Compiler = (schema: object) => ValidateFunction;

/** Compiles what is written alike once: many calls take the same, and each server of a process has schemas of its own. */
export const compilingOnce = <T>(compile: (schema: object) => T): ((schema: object) => T) => {
  const compiled = new Map<string, T>();
  return schema => {
    const text = JSON.stringify(schema);
    const made = compiled.get(text) ?? compile(schema);
    compiled.set(text, made);
    return made;
  };
};

const makeCompiler = (options: { coerce: boolean; all: boolean }): Compiler => {
  const ajv = new Ajv({
    coerceTypes: options.coerce,
    allErrors: options.all,
    removeAdditional: false,
    useDefaults: true,
    strict: false,
    // The schemas are the program's own, and a test checks them. Checking the first one compiles the schema of schemas,
    // which blocks the event loop for up to 0.2 s.
    validateSchema: false,
    // Optimising takes a third of the time of compiling, and saves little afterwards.
    code: { optimize: false },
    // Errors contain the value, so that a missing value and a wrong type can be distinguished.
    verbose: true,
  });
  (formats as unknown as (ajv: Ajv) => void)(ajv);
  // Calls accept the same addresses as forms.
  ajv.addFormat('email', text => isEmail(normaliseEmail(text)));
  return compilingOnce(schema => ajv.compile(schema));
};

interface Validators {
  /** Stops at the first error. */
  readonly first: Compiler;
  /** Collects all errors. */
  readonly all: Compiler;
}

// Numbers in addresses are text on the wire. Bodies are typed, and null must not become 0.
const forAddresses: Validators = {
  first: makeCompiler({ coerce: true, all: false }),
  all: makeCompiler({ coerce: true, all: true }),
};
const forBodies: Validators = {
  first: makeCompiler({ coerce: false, all: false }),
  all: makeCompiler({ coerce: false, all: true }),
};

/**
 * Maximum number of members for which all errors are collected. A person fills in fewer. A larger body reports its
 * first error only, because collecting all is too expensive.
 */
const fewMembers = 200;

const hasFewMembers = (data: unknown): boolean => {
  const waiting = [data];
  for (let seen = 0; waiting.length > 0; ) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const key in value) {
      seen += 1;
      if (seen > fewMembers) return false;
      waiting.push((value as Record<string, unknown>)[key]);
    }
  }
  return true;
};

/**
 * Returns a function that calls `make` once, at first use. Compiling the schemas of all calls took a quarter of the
 * start.
 */
export const lazily = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

type Check = Pick<ValidateFunction, 'errors'> & ((data: unknown) => boolean);

const faultsOf = ({ first, all }: Validators, schema: Schema): ValidateFunction => {
  const findFirst = lazily(() => first(schema));
  const findAll = lazily(() => all(schema));
  const check: Check = data => {
    check.errors = null;
    if (findFirst()(data)) return true;
    check.errors = findFirst().errors ?? null;
    if (!hasFewMembers(data)) return false;
    if (!findAll()(data)) check.errors = findAll().errors ?? null;
    return false;
  };
  return check as ValidateFunction;
};

/**
 * Checks "one message or an array of them" by its actual form, so that errors name the field and not the alternative.
 */
export const oneOrMany = ({ anyOf: [one, many] }: { readonly anyOf: readonly object[] }): ValidateFunction => {
  const checkOne = lazily(() => forBodies.first(one!));
  const checkMany = lazily(() => forBodies.first(many!));
  const check: Check = data => {
    // An unread body is checked where it is read.
    if (data instanceof UnreadBody) return true;
    const validate = Array.isArray(data) ? checkMany() : checkOne();
    const good = validate(data) as boolean;
    check.errors = validate.errors ?? null;
    return good;
  };
  return check as ValidateFunction;
};

export const validatorCompiler: FastifySchemaCompiler<Schema> = ({ schema, httpPart }) => {
  if (httpPart !== 'body') return faultsOf(forAddresses, schema);
  const { anyOf } = schema as { anyOf?: readonly object[] };
  return anyOf ? oneOrMany({ anyOf }) : faultsOf(forBodies, schema);
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
    case 'type': {
      if (error.data === null && error.instancePath !== '') return ['required', {}];
      // The type without null, for a value that may be null.
      const type = String(p.type).replace(/,?null$/, '') || 'null';
      const words = type.split(',').map(each => named(types, each));
      return type === 'integer' ? ['integer', {}] : ['type', { type: words.join(' / ') }];
    }
    case 'minLength':
      return p.limit === 1 ? ['required', {}] : ['tooShort', { min: p.limit }];
    case 'maxLength':
      return ['tooLong', { max: p.limit }];
    case 'minItems':
      return p.limit === 1 ? ['required', {}] : ['tooFew', { min: p.limit }];
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
      return [p.pattern === storablePattern ? 'characters' : 'pattern', {}];
  }
};

/** Limit for names echoed from the request, in characters. */
const longestFieldName = 200;

const fieldOf = (error: ErrorObject): string => {
  const p = error.params as Record<string, unknown>;
  const parent = error.instancePath.slice(1).replaceAll('/', '.');
  const name = p.missingProperty ?? p.additionalProperty;
  const field = name === undefined ? parent : [parent, String(name)].filter(Boolean).join('.');
  return field.length > longestFieldName ? `${field.slice(0, longestFieldName)}…` : field;
};

/**
 * Returns a function that checks a query which did not come in an address. It returns the faults by field, prefixed
 * with `under`.
 */
export const queryCheck = (schema: Schema) => {
  const check = faultsOf(forAddresses, schema);
  return (query: object, under: string, locale: Locale): readonly FieldFault[] => {
    if (check(query)) return [];
    return (check.errors ?? []).slice(0, 20).map(error => {
      const [message, values] = describe(error, locale);
      return { field: [under, fieldOf(error)].filter(Boolean).join('.'), message, values };
    });
  };
};

/**
 * Returns a function that checks a value as the body of a request. It returns the faults by field, in words of a
 * language.
 */
export const bodyCheck = (schema: Schema) => {
  const check = faultsOf(forBodies, schema);
  return (body: object): ((locale: Locale) => readonly FieldFault[]) => {
    const errors = check(body) ? [] : (check.errors ?? []);
    return locale =>
      errors.map(error => {
        const [message, values] = describe(error, locale);
        return { field: fieldOf(error), message, values };
      });
  };
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
