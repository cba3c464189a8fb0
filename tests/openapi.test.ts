import Fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { everyCall } from '../scripts/roles.ts';
import { validatorCompiler } from '../server/engine/validation.ts';
import { insurer } from '../server/insurer.ts';
import { routeSchema } from '../server/plugins/calls.ts';
import { publishDocument, readExamples } from '../server/plugins/openapi.ts';
import { registerOpenApi } from '../server/plugins/reference.ts';
import { serializerCompiler } from '../server/plugins/serialization.ts';
import { lintOpenApi } from './openapiRules.mjs';

const examples = readExamples();
let document: ReturnType<typeof publishDocument>;
beforeAll(async () => {
  const server = Fastify({ exposeHeadRoutes: false });
  server.setValidatorCompiler(validatorCompiler as Parameters<typeof server.setValidatorCompiler>[0]);
  server.setSerializerCompiler(serializerCompiler);
  await registerOpenApi(server);
  for (const [name, call] of everyCall()) {
    const [method = '', path = ''] = name.split(' ');
    const url = path.replace(/\{(\w+)\}/g, ':$1');
    server.route({ method, url, schema: routeSchema(insurer.registry, name, call), handler: async () => ({}) });
  }
  await server.ready();
  document = publishDocument(server.swagger(), examples);
}, 300_000);

/** Returns true for rules about examples. Examples follow the contract at the time of their recording. */
const ofExamples = (ruleId: string): boolean => /example/.test(ruleId);

describe('the published document', () => {
  let problems: Awaited<ReturnType<typeof lintOpenApi>>;
  beforeAll(async () => {
    // The specification has both /Accident/table/{status} and /Accident/{id}/notes. The server matches the fixed path
    // first.
    problems = await lintOpenApi(document, { 'no-ambiguous-paths': 'off' });
  }, 300_000);

  it('has no fault and no weakness by the recommended rules of OpenAPI', () => {
    expect(problems.filter(({ ruleId }) => !ofExamples(ruleId))).toEqual([]);
  });

  it('says which calls take an Idempotency-Key: all that answer the id of a new record', () => {
    const taking = everyCall().flatMap(([name]) => {
      const [method = '', path = ''] = name.split(' ');
      const paths = document.paths as Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>;
      const { parameters = [] } = paths[path]![method.toLowerCase()]!;
      return parameters.some(each => each.in === 'header' && each.name === 'Idempotency-Key') ? [name] : [];
    });
    const creating = everyCall().filter(([name, { saves, creates, status, answer }]) => {
      const { properties = {} } = (answer ?? {}) as { properties?: object };
      return (
        name.startsWith('POST') && (saves || creates || status === 201 || (!name.includes('{') && 'Id' in properties))
      );
    });
    // These calls change a voucher, whose state refuses a repetition.
    const changing = ['POST /api/obuAttach', 'POST /api/obuDetach'];
    expect(creating.map(([name]) => name).filter(name => !taking.includes(name))).toEqual(changing);
  });

  it('has a short title for each call, of 40 characters at most', () => {
    const long = everyCall().filter(([, { title }]) => title.length > 40);
    expect(long.map(([name]) => name)).toEqual([]);
  });

  it('has examples that fit what they are examples of (npm run generate -- examples records them anew)', () => {
    expect(problems.filter(({ ruleId }) => ofExamples(ruleId))).toEqual([]);
  });

  it('shows each call of the contract by an example that a test has made, of what it takes and answers as JSON', () => {
    const written = everyCall().filter(([name]) => name in insurer.registry.calls);
    const bare = written.filter(([name, { body, answer, binary }]) => {
      const example = examples[name];
      return (answer && !binary && example?.answer === undefined) || (body && example?.body === undefined);
    });
    expect(bare.map(([name]) => name)).toEqual([]);
  });
});
