import { Ajv2020 as Ajv, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { fieldMessage, type Locale } from '../../src/contract/messages/index.ts';
import type { Fields } from '../../src/schema/forms.ts';
import { isEmail, normaliseEmail } from '../../src/schema/kinds/email.ts';
import type { Field } from '../../src/schema/kinds/field.ts';
import { type Fault, typeFault } from '../../src/schema/kinds/kind.ts';
import { isInvisible, tidyLine } from '../../src/schema/kinds/plain.ts';
import { faultOf, parseValue } from '../../src/schema/kinds/rules.ts';
import { storablePattern } from '../../src/schema/kinds/storable.ts';
import { type FieldFault, invalid } from '../errors.ts';

/**
 * The unparsed bytes of a platform message that is too large for the main thread. A worker thread parses them
 * (server/threads/workers.ts).
 */
export class UnreadBody {
  constructor(readonly bytes: Uint8Array) {}
}

/**
 * Returns a name that a call without a description received, as stored: in one line, like the short texts of
 * descriptions. A name may stand in the subject of a letter. Throws if the name has no visible character.
 */
export const parseName = (field: string, text: string): string => {
  const name = tidyLine(text);
  if (isInvisible(name)) throw invalid({ field, message: 'required' });
  return name;
};

type Schema = Readonly<Record<string, unknown>>;

type Compiler = (schema: object) => ValidateFunction;

/** Compiles equal schemas once, because many calls use equal schemas, and each server of a process builds its own. */
export const cacheCompiler = <T>(compile: (schema: object) => T): ((schema: object) => T) => {
  const compiled = new Map<string, T>();
  return schema => {
    const text = JSON.stringify(schema);
    const validator = compiled.get(text) ?? compile(schema);
    compiled.set(text, validator);
    return validator;
  };
};

const makeCompiler = (options: { coerce: boolean; all: boolean }): Compiler => {
  const ajv = new Ajv({
    coerceTypes: options.coerce,
    allErrors: options.all,
    removeAdditional: false,
    useDefaults: true,
    strict: false,
    // Schemas are not validated here, because they belong to the program and a test checks them. The first validation
    // would compile the meta-schema, which blocks the event loop for up to 0.2 s.
    validateSchema: false,
    // The validators are not optimised. Optimising takes a third of the compile time and saves little when they run.
    code: { optimize: false },
    // Errors contain the value, so that a missing value and a wrong type can be distinguished.
    verbose: true,
  });
  (formats as unknown as (ajv: Ajv) => void)(ajv);
  // API calls accept the same e-mail addresses as forms.
  ajv.addFormat('email', text => isEmail(normaliseEmail(text)));
  return cacheCompiler(schema => ajv.compile(schema));
};

interface Validators {
  /** Compiles validators that stop at the first error. */
  readonly first: Compiler;
  /** Compiles validators that collect all errors. */
  readonly all: Compiler;
}

// Numbers in paths and queries arrive as text, so they are converted. Bodies have typed values. A conversion would turn
// their null into 0.
const addressValidators: Validators = {
  first: makeCompiler({ coerce: true, all: false }),
  all: makeCompiler({ coerce: true, all: true }),
};
const bodyValidators: Validators = {
  first: makeCompiler({ coerce: false, all: false }),
  all: makeCompiler({ coerce: false, all: true }),
};

/**
 * Maximum number of properties and array items of a body for which all errors are collected. A form that a person fills
 * in has fewer. A larger body reports its first error only, because collecting all is too expensive.
 */
const allErrorsMembersMax = 200;

const isSmallEnough = (data: unknown): boolean => {
  const toVisit = [data];
  for (let memberCount = 0; toVisit.length > 0; ) {
    const value = toVisit.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const key in value) {
      memberCount += 1;
      if (memberCount > allErrorsMembersMax) return false;
      toVisit.push((value as Record<string, unknown>)[key]);
    }
  }
  return true;
};

/**
 * Returns a function that calls `make` once, at first use. Compiling the schemas of all calls at the start would take a
 * quarter of the start-up time.
 */
export const makeLazy = <T>(make: () => T): (() => T) => {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
};

type CheckFunction = Pick<ValidateFunction, 'errors'> & ((data: unknown) => boolean);

const makeValidator = ({ first, all }: Validators, schema: Schema): ValidateFunction => {
  const findFirst = makeLazy(() => first(schema));
  const findAll = makeLazy(() => all(schema));
  const check: CheckFunction = data => {
    check.errors = null;
    if (findFirst()(data)) return true;
    check.errors = findFirst().errors ?? null;
    if (!isSmallEnough(data)) return false;
    if (!findAll()(data)) check.errors = findAll().errors ?? null;
    return false;
  };
  return check as ValidateFunction;
};

/**
 * Returns a validator for the schema "one message or an array of messages". It chooses the alternative by the actual
 * value. So an error names the faulty field and not "matches no alternative".
 */
export const makeOneOrManyValidator = ({
  anyOf: [one, many],
}: {
  readonly anyOf: readonly object[];
}): ValidateFunction => {
  const checkOne = makeLazy(() => bodyValidators.first(one!));
  const checkMany = makeLazy(() => bodyValidators.first(many!));
  const check: CheckFunction = data => {
    // This body is not parsed yet. The worker thread that parses it also validates it.
    if (data instanceof UnreadBody) return true;
    const validate = Array.isArray(data) ? checkMany() : checkOne();
    const isValid = validate(data) as boolean;
    check.errors = validate.errors ?? null;
    return isValid;
  };
  return check as ValidateFunction;
};

export const validatorCompiler: FastifySchemaCompiler<Schema> = ({ schema, httpPart }) => {
  if (httpPart !== 'body') return makeValidator(addressValidators, schema);
  const { anyOf } = schema as { anyOf?: readonly object[] };
  return anyOf ? makeOneOrManyValidator({ anyOf }) : makeValidator(bodyValidators, schema);
};

/** Converts a schema error to a fault. Names of types and formats are keys of texts in the contract. */
const toFault = (error: ErrorObject): Fault => {
  const p = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return { message: 'required' };
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return { message: 'unknown' };
    case 'type': {
      if (error.instancePath === '') return { message: (error.data ?? null) === null ? 'noBody' : 'bodyType' };
      if (error.data === null) return { message: 'required' };
      // For a value that may be null, the fault names only the other type.
      const type = String(p.type).replace(/,?null$/, '') || 'null';
      return type === 'integer' ? { message: 'integer' } : typeFault(type);
    }
    case 'minLength':
      return p.limit === 1 ? { message: 'required' } : { message: 'tooShort', values: { min: p.limit } };
    case 'maxLength':
      return { message: 'tooLong', values: { max: p.limit } };
    case 'minItems':
      return p.limit === 1 && error.instancePath !== ''
        ? { message: 'required' }
        : { message: 'tooFew', values: { min: p.limit } };
    case 'maxItems':
      return { message: 'tooMany', values: { max: p.limit } };
    case 'maximum':
    case 'exclusiveMaximum':
      return { message: 'maximum', values: { max: p.limit } };
    case 'minimum':
      return { message: 'minimum', values: { min: p.limit } };
    case 'exclusiveMinimum':
      return { message: 'above', values: { min: p.limit } };
    case 'enum':
      return { message: 'oneOf', values: { values: (p.allowedValues as unknown[]).join(', ') } };
    case 'format':
      return p.format === 'email' ? { message: 'email' } : { message: 'format', values: { format: p.format } };
    default:
      return { message: p.pattern === storablePattern ? 'characters' : 'pattern' };
  }
};

/** Maximum number of faults in an answer. */
const faultsMax = 20;
/** Maximum length, in characters, of a name from the request that an error repeats. */
const fieldNameLengthMax = 200;

const fieldPathOf = (error: ErrorObject): string => {
  const p = error.params as Record<string, unknown>;
  const parent = error.instancePath.slice(1).replaceAll('/', '.');
  const name = p.missingProperty ?? p.additionalProperty;
  const field = name === undefined ? parent : [parent, String(name)].filter(Boolean).join('.');
  return field.length > fieldNameLengthMax ? `${field.slice(0, fieldNameLengthMax)}…` : field;
};

interface DescribedBody {
  readonly body: unknown;
  readonly fields: Fields;
}

const valueAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], body);

/**
 * Returns the fault that a form would report, if the value belongs to a described field. Otherwise returns the fault of
 * the schema.
 */
const preferFieldFault = (error: ErrorObject, field: string, described: DescribedBody | undefined): Fault => {
  const path = Object.keys(described?.fields ?? {}).find(each => field === each || field.startsWith(`${each}.`));
  if (!described || path === undefined) return toFault(error);
  const rules = described.fields[path] as Field;
  return faultOf(parseValue(valueAt(described.body, path), rules), rules) ?? toFault(error);
};

/** Returns the faults that a schema found, at most one for each field. */
const fieldFaults = (errors: readonly ErrorObject[], described?: DescribedBody): readonly FieldFault[] => {
  const faults = new Map<string, FieldFault>();
  for (const error of errors) {
    const field = fieldPathOf(error);
    if (faults.size === faultsMax) break;
    if (!faults.has(field)) faults.set(field, { field, ...preferFieldFault(error, field, described) });
  }
  return [...faults.values()];
};

/**
 * Returns a function that checks query parameters which came in a request's body, such as those of an export. It
 * returns the faults by field. Each field name gets the prefix `fieldPrefix`.
 */
export const makeQueryCheck = (schema: Schema) => {
  const check = makeValidator(addressValidators, schema);
  return (query: object, fieldPrefix: string): readonly FieldFault[] => {
    if (check(query)) return [];
    return fieldFaults(check.errors ?? []).map(fault => ({
      ...fault,
      field: [fieldPrefix, fault.field].filter(Boolean).join('.'),
    }));
  };
};

/** Returns a function that checks a value as the body of a request. It returns the faults by field. */
export const makeBodyCheck = (schema: Schema, fields: Fields = {}) => {
  const check = makeValidator(bodyValidators, schema);
  return (body: object): readonly FieldFault[] =>
    check(body) ? [] : fieldFaults(check.errors ?? [], { body, fields });
};

export const explainFaults = (errors: readonly ErrorObject[], locale: Locale, described?: DescribedBody) =>
  fieldFaults(errors, described).map(({ field, message, values }) => ({
    Field: field,
    Message: fieldMessage(locale, message, values),
  }));
