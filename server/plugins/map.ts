import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';

export interface MapSettings {
  /** Path of a street map, one PMTiles file. Absent: the web application draws its own outline of the world. */
  readonly tilesFile?: string | undefined;
  /** Path of a GeoJSON file of streets with names. It is drawn if there is no street map, for example in the demo. */
  readonly streetsFile?: string | undefined;
}

const publicRoute = { config: { access: 'public' }, schema: { hide: true } } as const;
const emptyStreets: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const cachedForADay = { 'Cache-Control': 'public, max-age=86400' } as const;

/**
 * Returns the positions of the first and last byte that a `Range` header asks for. Undefined if the header has several
 * ranges, or one outside the file.
 */
export const parseRange = (
  header: string | undefined,
  size: number,
): readonly [first: number, last: number] | undefined => {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined) return undefined;
  const first = Number(from);
  const last = Math.min(to ? Number(to) : size - 1, size - 1);
  return first <= last ? [first, last] : undefined;
};

/**
 * Serves the street map and the file of streets. Both are public like the web application, because they contain no
 * personal data.
 */
export const registerMap = (server: FastifyInstance, { tilesFile, streetsFile }: MapSettings): void => {
  server.get('/map/sources.json', publicRoute, async () => ({ tiles: tilesFile !== undefined }));
  server.get('/map/streets.json', publicRoute, async (_request, reply) => {
    reply.headers(cachedForADay);
    return streetsFile === undefined
      ? emptyStreets
      : reply.type('application/json').send(createReadStream(streetsFile));
  });
  if (tilesFile === undefined) return;
  // The street map is sent in byte ranges, as the map library requests them. The file may be larger than the memory.
  server.get('/map/tiles.pmtiles', publicRoute, async (request, reply) => {
    // Answers 404 if the street map was moved or deleted since the start. The web application then draws its own
    // outline of the world.
    const { size, mtimeMs } = await stat(tilesFile).catch((error: unknown) => {
      request.log.warn({ err: error }, 'The street map cannot be read.');
      throw new DomainError('NOT_FOUND');
    });
    const range = parseRange(request.headers.range, size);
    reply.headers({ ...cachedForADay, 'Accept-Ranges': 'bytes', ETag: `"${size}-${Math.round(mtimeMs)}"` });
    reply.type('application/octet-stream');
    if (!range) return reply.code(416).header('Content-Range', `bytes */${size}`).send();
    const [start, end] = range;
    reply.code(206).headers({ 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': end - start + 1 });
    // A HEAD request does not read the file, which may be as large as a disk.
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : createReadStream(tilesFile, { start, end }));
  });
};
