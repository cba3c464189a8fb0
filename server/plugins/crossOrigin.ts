import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/**
 * Other origins that the built web application calls. The build lists these origins in origins.json
 * (scripts/origins.ts).
 */
export const readOrigins = async (cabinet: string | undefined): Promise<readonly string[]> => {
  if (cabinet === undefined) return [];
  const text = await readFile(join(cabinet, 'origins.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    // The file origins.json is missing, because the build of this web application wrote none.
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(text);
};

/**
 * Lets pages of these origins send API calls. Cookies are not needed, because a call is authorised by its bearer token
 * alone. Browsers do not add this token by themselves.
 */
export const registerCrossOrigin = async (server: FastifyInstance, origins: readonly string[]): Promise<void> => {
  if (origins.length === 0) return;
  // Routes for preflight requests are public, because browsers send these requests without a token.
  server.addHook('onRoute', route => {
    if (route.method === 'OPTIONS') route.config = { ...route.config, access: 'public' };
  });
  await server.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Accept-Language',
      'Idempotency-Key',
      'If-None-Match',
      'Last-Event-ID',
    ],
    exposedHeaders: ['Date', 'Content-Range', 'Content-Disposition', 'ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: 7200,
  });
};
