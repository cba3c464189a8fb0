import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { generatedCalls, resolveCall } from '../../../server/engine/table/shapes.ts';
import { validatorCompiler } from '../../../server/engine/validation.ts';
import { insurer } from '../../../server/insurer.ts';
import { routeSchema } from '../../../server/plugins/calls.ts';
import { compileAnswer, serializerCompiler } from '../../../server/plugins/serialization.ts';
import type { Call, CallKey } from '../../../src/contract/call.ts';
import { calls } from '../../../src/contract/index.ts';

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

const every: readonly (readonly [string, Call])[] = [
  ...Object.entries<Call>(calls),
  ...Object.values(insurer.registry.tables)
    .flatMap(({ resource }) => generatedCalls(insurer.registry, resource))
    .map(({ name, call }) => [name, call as Call] as const),
];

/** So large that validation stops at the first fault, which is another shape for arrays. */
const large = Array.from({ length: 300 }, () => 0);
const bodies = [{ ...large }, large];

// The server compiles a schema with its first call, which is too late to find that it cannot be compiled.
it('every call has shapes that are JSON Schema and compile', () => {
  const ajv = new Ajv2020({ strict: false });
  for (const [name, call] of every) {
    const { params, querystring, body, response } = routeSchema(
      insurer.registry,
      name as CallKey,
      resolveCall(insurer.registry, call),
    );
    for (const [httpPart, schema] of Object.entries({ params, querystring, body })) {
      if (!schema) continue;
      expect(ajv.validateSchema(schema), name).toBe(true);
      const check = validatorCompiler({ schema, httpPart, method: '', url: name } as never) as (
        data: unknown,
      ) => unknown;
      // A body with `anyOf` has two shapes: one and many.
      for (const data of 'anyOf' in schema ? bodies : bodies.slice(0, 1)) expect(() => check(data), name).not.toThrow();
    }
    for (const answer of Object.values(response as unknown as Record<string, Answer>))
      for (const schema of answer.content ? Object.values(answer.content).map(each => each.schema) : [answer])
        expect(() => compileAnswer({ schema } as never), name).not.toThrow();
  }
  expect(every.length).toBeGreaterThan(100);
});

it('a shape of an answer that cannot be compiled is found by that, and only when it is needed', () => {
  const write = serializerCompiler({ schema: { type: 'no such type' } } as never);
  expect(() => write({})).toThrow('schema is invalid');
});

it('a request is not checked by the schema of schemas, which takes too long at the first call', () => {
  const schema = { type: 'object', properties: { name: { type: 'string', minLength: -1 } } };
  expect(new Ajv2020().validateSchema(schema)).toBe(false);
  const check = validatorCompiler({ schema, httpPart: 'body' } as never) as (data: unknown) => unknown;
  expect(check({ name: 'a' })).toBe(true);
});
