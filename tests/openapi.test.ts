import { createConfig, lintFromString } from '@redocly/openapi-core';
import Fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { everyCall } from '../scripts/roles.ts';
import { routeSchema } from '../server/plugins/calls.ts';
import { published, readExamples } from '../server/plugins/openapi.ts';
import { registerOpenApi } from '../server/plugins/reference.ts';
import { serializerCompiler } from '../server/plugins/serialization.ts';
import { validatorCompiler } from '../server/plugins/validation.ts';

const examples = readExamples();
let document: ReturnType<typeof published>;
beforeAll(async () => {
  const server = Fastify({ exposeHeadRoutes: false });
  server.setValidatorCompiler(validatorCompiler as Parameters<typeof server.setValidatorCompiler>[0]);
  server.setSerializerCompiler(serializerCompiler);
  await registerOpenApi(server);
  for (const [name, call] of everyCall()) {
    const [method = '', path = ''] = name.split(' ');
    const url = path.replace(/\{(\w+)\}/g, ':$1');
    server.route({ method, url, schema: routeSchema(name, call), handler: async () => ({}) });
  }
  await server.ready();
  document = published(server.swagger(), examples);
});

describe('the published document', () => {
  it('has no fault and no weakness by the recommended rules of OpenAPI, its examples included', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // The specification has both /Accident/table/{status} and /Accident/{id}/notes; the server takes the fixed one first.
      rules: { 'no-ambiguous-paths': 'off' },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
      [],
    );
  });

  it('shows each call by an example that a test has made', () => {
    const bare = everyCall()
      .filter(([name, { answer }]) => answer && examples[name]?.answer === undefined)
      .map(([name]) => name);
    expect(bare).toEqual([]);
    const known = new Set<string>(everyCall().map(([name]) => name));
    expect(Object.keys(examples).filter(name => !known.has(name))).toEqual([]);
  });
});
