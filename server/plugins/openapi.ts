import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallKey } from '../../src/contract/call.ts';
import { root } from '../root.mjs';

type Node = Record<string, unknown>;

/** A request recorded in a test, and its answer. */
export interface CallExample {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer?: unknown;
}
export type CallExamples = Readonly<Record<string, CallExample>>;

/** Examples of the contract's calls, recorded from the tests by `npm run generate -- examples`. */
export const readExamples = (): CallExamples => JSON.parse(readFileSync(join(root, 'server', 'examples.json'), 'utf8'));

/** Unique id of a call, suitable for addresses and names in programs: `getApiV2AccidentTableStatus`. */
export const operationIdOf = (name: CallKey): string => {
  const [method = '', ...words] = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return [method.toLowerCase(), ...words.map(word => word[0]?.toUpperCase() + word.slice(1))].join('');
};

/**
 * Converts tuples to JSON Schema 2020, which OpenAPI 3.1 uses. Validators and serialisers here use the draft before.
 */
const modern = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(modern);
  if (typeof value !== 'object' || value === null) return value;
  const { items, additionalItems, ...rest } = value as Node;
  const node = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, modern(each)]));
  if (items === undefined) return node;
  return Array.isArray(items) && additionalItems !== undefined
    ? { ...node, prefixItems: modern(items), items: false }
    : { ...node, items: modern(items) };
};

interface Operation extends Node {
  readonly parameters?: readonly (Node & { readonly in: string; readonly name: string; readonly schema?: Node })[];
  readonly requestBody?: Node & { readonly content?: Readonly<Record<string, Node>> };
  readonly responses: Readonly<Record<string, Node & { readonly content?: Readonly<Record<string, Node>> }>>;
}

/**
 * Returns a value that a schema allows: its first example or choice, else the smallest one. Texts with a pattern need an
 * example in their schema.
 */
const sampleOf = (schema: Node): unknown => {
  const { type, anyOf, allOf, format, minimum, properties, items, prefixItems, minLength } = schema;
  for (const values of [schema.examples, schema.enum]) if (Array.isArray(values)) return values[0];
  if ('const' in schema) return schema.const;
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0]);
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map(sampleOf));
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((properties ?? {}) as Record<string, Node>).map(([key, each]) => [key, sampleOf(each)]),
      );
    case 'array':
      return Array.isArray(prefixItems) ? prefixItems.map(sampleOf) : items ? [sampleOf(items as Node)] : [];
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

const jsonSchemaOf = (content: Readonly<Record<string, Node>> | undefined): Node | undefined =>
  content?.['application/json']?.schema as Node | undefined;

/** Returns an example that is derived from the call's schemas. Generated calls have no other example. */
const sampled = ({ requestBody, responses }: Operation): CallExample => {
  const body = jsonSchemaOf(requestBody?.content);
  const good = Object.keys(responses).find(status => status.startsWith('2')) ?? '';
  const answer = jsonSchemaOf(responses[good]?.content);
  return { ...(body && { body: sampleOf(body) }), ...(answer && { answer: sampleOf(answer) }) };
};

const withExample = (content: Readonly<Record<string, Node>> | undefined, example: unknown) =>
  content &&
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => [type, type === 'application/json' ? { ...media, example } : media]),
  );

/** Converts the text of a query parameter to the type of its schema. */
const typed = (schema: Node | undefined, text: string): unknown => {
  if (schema?.type === 'boolean') return text === 'true';
  return schema?.type === 'integer' || schema?.type === 'number' ? Number(text) : text;
};

const illustrated = (operation: Operation, { query = {}, body, answer }: CallExample): Operation => {
  const { parameters, requestBody, responses } = operation;
  const good = Object.keys(responses).find(status => status.startsWith('2')) ?? '';
  return {
    ...operation,
    ...(parameters && {
      parameters: parameters.map(each =>
        each.in === 'query' && query[each.name] !== undefined
          ? { ...each, example: typed(each.schema, query[each.name] ?? '') }
          : each,
      ),
    }),
    ...(requestBody &&
      body !== undefined && {
        requestBody: { ...requestBody, content: withExample(requestBody.content, body) },
      }),
    ...(answer !== undefined && {
      responses: {
        ...responses,
        [good]: { ...responses[good], content: withExample(responses[good]?.content, answer) },
      },
    }),
  };
};

/** Returns the published form of the document: OpenAPI 3.1 with examples. */
export const published = (document: unknown, examples: CallExamples): Node => {
  const { paths, ...rest } = modern(document) as Node & {
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
            return [method, illustrated(operation, example ?? sampled(operation))];
          }),
        ),
      ]),
    ),
  };
};
