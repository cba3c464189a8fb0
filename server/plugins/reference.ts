import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { published, readExamples } from './openapi.ts';

/** Describes every route registered after it, as OpenAPI 3.1. */
export const registerOpenApi = async (server: FastifyInstance): Promise<void> => {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Drivedesk',
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          'The calls of the cabinet, of device platforms and of other systems. Units: seconds, kilometres, km/h, g, degrees (WGS 84). Moments are ISO 8601 in UTC.',
      },
      servers: [{ url: '/', description: 'This server' }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'Answer of POST /api/v2/Auth' },
          platformKey: { type: 'http', scheme: 'bearer', description: 'Key of a device platform' },
        },
      },
    },
  });
};

/** The document, and a page to read it. The page has inline scripts, so it alone has a looser policy. */
export const registerReferencePages = async (server: FastifyInstance): Promise<void> => {
  let document: object | undefined;
  server.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, () => {
    document ??= published(server.swagger(), readExamples());
    return document;
  });
  await server.register(async pages => {
    pages.addHook('onRoute', route => {
      route.config = { ...route.config, access: 'public' };
    });
    pages.addHook('onSend', async (_request, reply) => {
      reply.header(
        'Content-Security-Policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'",
      );
    });
    await pages.register(scalar, {
      routePrefix: '/developers',
      configuration: { url: '/api/openapi.json', withDefaultFonts: false, telemetry: false } as object,
    });
  });
};
