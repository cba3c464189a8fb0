import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';

export interface MapSettings {
  /** Path of a street map, one PMTiles file. Absent: the cabinet draws its own outline of the world. */
  readonly tilesFile?: string | undefined;
  /** Path of a GeoJSON file of streets with names. It is drawn if there is no street map, for example in the demo. */
  readonly streetsFile?: string | undefined;
}

const publicRoute = { config: { access: 'public' }, schema: { hide: true } } as const;
const emptyStreets: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const cachedForADay = { 'Cache-Control': 'public, max-age=86400' } as const;

/**
 * Returns the first and last byte of a `Range` header. Undefined if the header has several ranges, or one outside the
 * file.
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

/** Serves the street map and the streets. They are public like the cabinet, because they contain no personal data. */
export const registerMap = (server: FastifyInstance, { tilesFile, streetsFile }: MapSettings): void => {
  server.get('/map/sources.json', publicRoute, async () => ({ tiles: tilesFile !== undefined }));
  server.get('/map/streets.json', publicRoute, async (_request, reply) => {
    reply.headers(cachedForADay);
    return streetsFile === undefined
      ? emptyStreets
      : reply.type('application/json').send(createReadStream(streetsFile));
  });
  if (tilesFile === undefined) return;
  // Sent in ranges, as the map library requests them: the file may be larger than the memory.
  server.get('/map/tiles.pmtiles', publicRoute, async (request, reply) => {
    // Answers 404 if the file was moved or deleted since the start. The cabinet then draws its own outline.
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
    // HEAD does not read the file, which may be as large as a disk.
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : createReadStream(tilesFile, { start, end }));
  });
};
