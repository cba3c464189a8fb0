import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { resources } from '../resources.ts';
import { root } from '../root.mjs';
import { publishDocument, readExamples } from './openapi.ts';

/**
 * Russian names of the sections in the API's description. A section of a resource has the name of the resource, so it
 * is not listed.
 */
const sectionsRu: Readonly<Record<string, string>> = {
  Account: 'Учётная запись',
  Trips: 'Поездки',
  Administration: 'Администрирование',
  Billing: 'Расчёты',
  Info: 'Справочники',
  'Control room': 'Сводка',
  Search: 'Поиск',
  Screener: 'Был ли там?',
  System: 'Система',
  Audit: 'История',
  Live: 'Обновления в реальном времени',
  Notifications: 'Уведомления',
  'Team chat': 'Чат команды',
  Texts: 'Тексты',
  Imports: 'Импорт',
  'Saved views': 'Виды списков',
  Weather: 'Погода',
};

const listSections = () => {
  const resourceTitles = Object.values(resources).map(({ label }) => [label.en.title, label.ru.title] as const);
  const titles = new Map([...resourceTitles, ...Object.entries(sectionsRu)]);
  return [...titles].map(([name, ru]) => ({ name, description: `In Russian: ${ru}`, 'x-title-ru': ru }));
};

/** Describes every route that is registered after this plugin, as OpenAPI 3.1. */
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
      tags: listSections(),
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

const contentTypeByFile = {
  'developers.css': 'text/css; charset=utf-8',
  'developers.js': 'text/javascript; charset=utf-8',
  'attempt.js': 'text/javascript; charset=utf-8',
  'words.js': 'text/javascript; charset=utf-8',
} as const;
const readPageFile = (name: string) => readFile(join(root, 'server', 'developers', name));

/**
 * Serves the OpenAPI document, and a page that shows it. On the page a reader can try calls with their own key. The
 * page contacts only this server.
 */
export const registerReferencePages = async (server: FastifyInstance): Promise<void> => {
  const publicRoute = { config: { access: 'public' as const }, schema: { hide: true } };
  let document: string | undefined;
  server.get('/api/openapi.json', publicRoute, (_request, reply) => {
    document ??= JSON.stringify(publishDocument(server.swagger(), readExamples()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  const page = await readPageFile('index.html');
  server.get('/developers', publicRoute, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(page),
  );
  for (const [name, type] of Object.entries(contentTypeByFile)) {
    const bytes = await readPageFile(name);
    server.get(`/developers/${name}`, publicRoute, (_request, reply) =>
      reply.type(type).header('Cache-Control', 'no-cache').send(bytes),
    );
  }
};
