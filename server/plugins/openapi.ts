import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallKey } from '../../src/contract/call.ts';
import { root } from '../root.mjs';

type JsonObject = Record<string, unknown>;

/** A request of an API call and its answer, recorded in a test. */
export interface CallExample {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer?: unknown;
}
export type CallExamples = Readonly<Record<string, CallExample>>;

/** Examples of the contract's calls, recorded from the tests by `npm run generate -- examples`. */
export const readExamples = (): CallExamples => JSON.parse(readFileSync(join(root, 'server', 'examples.json'), 'utf8'));

/** Returns a unique id of an API call, suitable for addresses and names in programs: `getApiV2AccidentTableStatus`. */
export const operationIdOf = (name: CallKey): string => {
  const [method = '', ...words] = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return [method.toLowerCase(), ...words.map(word => word[0]?.toUpperCase() + word.slice(1))].join('');
};

/**
 * Converts schemas of tuples to JSON Schema 2020-12, which OpenAPI 3.1 uses. The server's validators and serialisers
 * use an older version of JSON Schema.
 */
const toDraft2020 = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toDraft2020);
  if (typeof value !== 'object' || value === null) return value;
  const { items, additionalItems, ...rest } = value as JsonObject;
  const node = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, toDraft2020(each)]));
  if (items === undefined) return node;
  return Array.isArray(items) && additionalItems !== undefined
    ? { ...node, prefixItems: toDraft2020(items), items: false }
    : { ...node, items: toDraft2020(items) };
};

interface Operation extends JsonObject {
  readonly parameters?: readonly (JsonObject & {
    readonly in: string;
    readonly name: string;
    readonly schema?: JsonObject;
  })[];
  readonly requestBody?: JsonObject & { readonly content?: Readonly<Record<string, JsonObject>> };
  readonly responses: Readonly<
    Record<string, JsonObject & { readonly content?: Readonly<Record<string, JsonObject>> }>
  >;
}

/**
 * Returns a value that a JSON schema allows: its first example or choice, otherwise the smallest value. A text with a
 * pattern needs an example in its schema.
 */
const sampleValueOf = (schema: JsonObject): unknown => {
  const { type, anyOf, allOf, format, minimum, properties, items, prefixItems, minLength } = schema;
  for (const values of [schema.examples, schema.enum]) if (Array.isArray(values)) return values[0];
  if ('const' in schema) return schema.const;
  if (Array.isArray(anyOf)) return sampleValueOf(anyOf[0]);
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map(sampleValueOf));
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((properties ?? {}) as Record<string, JsonObject>).map(([key, each]) => [
          key,
          sampleValueOf(each),
        ]),
      );
    case 'array':
      return Array.isArray(prefixItems)
        ? prefixItems.map(sampleValueOf)
        : items
          ? [sampleValueOf(items as JsonObject)]
          : [];
    case 'integer':
    case 'number':
      return Math.max(Number(minimum ?? 1), 1);
    case 'boolean':
      return true;
    case 'string':
      if (format === 'date') return '2026-01-15';
      if (format === 'date-time') return '2026-01-15T09:30:00.000Z';
      return format === 'email' ? 'client@example.com' : 'text'.padEnd(Number(minLength ?? 0), '-');
    default:
      return null;
  }
};

const jsonSchemaOf = (content: Readonly<Record<string, JsonObject>> | undefined): JsonObject | undefined =>
  content?.['application/json']?.schema as JsonObject | undefined;

/** Returns an example that is derived from the call's schemas. Generated calls have no other example. */
const sampleExample = ({ requestBody, responses }: Operation): CallExample => {
  const body = jsonSchemaOf(requestBody?.content);
  const successStatus = Object.keys(responses).find(status => status.startsWith('2')) ?? '';
  const answer = jsonSchemaOf(responses[successStatus]?.content);
  return { ...(body && { body: sampleValueOf(body) }), ...(answer && { answer: sampleValueOf(answer) }) };
};

const withExample = (content: Readonly<Record<string, JsonObject>> | undefined, example: unknown) =>
  content &&
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => [type, type === 'application/json' ? { ...media, example } : media]),
  );

const parseParameter = (schema: JsonObject | undefined, text: string): unknown => {
  if (schema?.type === 'boolean') return text === 'true';
  return schema?.type === 'integer' || schema?.type === 'number' ? Number(text) : text;
};

const withExamples = (operation: Operation, { query = {}, body, answer }: CallExample): Operation => {
  const { parameters, requestBody, responses } = operation;
  const successStatus = Object.keys(responses).find(status => status.startsWith('2')) ?? '';
  return {
    ...operation,
    ...(parameters && {
      parameters: parameters.map(parameter =>
        parameter.in === 'query' && query[parameter.name] !== undefined
          ? { ...parameter, example: parseParameter(parameter.schema, query[parameter.name] ?? '') }
          : parameter,
      ),
    }),
    ...(requestBody &&
      body !== undefined && {
        requestBody: { ...requestBody, content: withExample(requestBody.content, body) },
      }),
    ...(answer !== undefined && {
      responses: {
        ...responses,
        [successStatus]: {
          ...responses[successStatus],
          content: withExample(responses[successStatus]?.content, answer),
        },
      },
    }),
  };
};

/** Returns the published form of the document: OpenAPI 3.1 with examples. */
export const publishDocument = (document: unknown, examples: CallExamples): JsonObject => {
  const { paths, ...rest } = toDraft2020(document) as JsonObject & {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  return {
    ...rest,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => {
            const example = examples[`${method.toUpperCase()} ${path}`];
            return [method, withExamples(operation, example ?? sampleExample(operation))];
          }),
        ),
      ]),
    ),
  };
};
