import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PMTiles, zxyToTileId } from 'pmtiles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

const headerBytes = 127;

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
};

/** Returns a PMTiles archive of version 3 by its specification: header, one directory, metadata, vector tiles. */
const writePmtiles = (tiles: readonly Tile[], metadata: object): Buffer => {
  const entries = tiles
    .map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data: gzipSync(data) }))
    .sort((a, b) => a.id - b.id);
  const ids = entries.flatMap(({ id }, i) => varint(id - (entries[i - 1]?.id ?? 0)));
  const runs = entries.map(() => 1);
  const lengths = entries.flatMap(({ data }) => varint(data.length));
  // 0 means "directly after the previous tile". Other values are the offset plus one.
  const offsets = entries.map((_, i) => (i === 0 ? 1 : 0));
  const directory = gzipSync(Buffer.from([...varint(entries.length), ...ids, ...runs, ...lengths, ...offsets]));
  const json = gzipSync(JSON.stringify(metadata));
  const body = Buffer.concat(entries.map(({ data }) => data));
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header.writeUInt8(3, 7);
  const metadataAt = headerBytes + directory.length;
  const bodyAt = metadataAt + json.length;
  const places = [headerBytes, directory.length, metadataAt, json.length, bodyAt, 0, bodyAt, body.length];
  for (const [i, value] of [...places, entries.length, entries.length, entries.length].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * i);
  const zooms = tiles.map(({ z }) => z);
  // Clustered; directory and tiles in gzip; vector tiles; zooms.
  header.set([1, 2, 2, 1, Math.min(...zooms), Math.max(...zooms)], 96);
  for (const [i, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * i);
  return Buffer.concat([header, directory, json, body]);
};

/*
 * Reads a local street map through the whole server with the cabinet's own library, because compression, caching or the
 * content security policy may break it.
 */

/** The tile is too long for the first request, which reads 16 kB with the header. */
const bytesOf = (fill: number) => Uint8Array.from({ length: 60_000 }, (_, i) => (i * 31 + fill * i * i) % 251);
const tiles = [
  { z: 0, x: 0, y: 0, data: bytesOf(1) },
  { z: 5, x: 19, y: 9, data: bytesOf(2) },
  { z: 14, x: 9904, y: 5122, data: bytesOf(3) },
];
const metadata = { name: 'Test', attribution: '© OpenStreetMap', vector_layers: [{ id: 'roads', fields: {} }] };

let app: TestApp;
let folder = '';
let archive: PMTiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'street-map-'));
  const tilesFile = join(folder, 'moscow.pmtiles');
  await writeFile(tilesFile, writePmtiles(tiles, metadata));
  app = await openTestApp(undefined, { map: { tilesFile, origins: ['https://tiles.example.com'] } });
  archive = new PMTiles(`${await app.server.listen({ port: 0, host: '127.0.0.1' })}/map/tiles.pmtiles`);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

it('an archive of PMTiles is read in pieces: its header, its description and each of its tiles, and no other', async () => {
  expect(await archive.getHeader()).toMatchObject({ specVersion: 3, minZoom: 0, maxZoom: 14, numTileEntries: 3 });
  expect(await archive.getMetadata()).toEqual(metadata);
  for (const { z, x, y, data } of tiles) {
    const tile = await archive.getZxy(z, x, y);
    expect(Buffer.from(tile?.data ?? new ArrayBuffer(0)).equals(data)).toBe(true);
  }
  expect(await archive.getZxy(14, 9904, 5123)).toBeUndefined();
});

it('a page may ask this server and the named origins for parts of a map, and nobody else', async () => {
  const { headers } = await app.anonymous('GET', '/developers/');
  const policy = String(headers['content-security-policy']);
  const asked = policy.split(';').find(rule => rule.trim().startsWith('connect-src'));
  expect(asked?.trim().split(/\s+/)).toEqual(expect.arrayContaining(["'self'", 'https://tiles.example.com']));
  expect(asked).not.toMatch(/\*|https:(?!\/\/tiles\.example\.com)/);
});

it('a street map that is gone since the start is not found, and no fault of the server', async () => {
  await rm(join(folder, 'moscow.pmtiles'));
  const { status, body } = await app.anonymous('GET', '/map/tiles.pmtiles');
  expect([status, body.Code]).toEqual([404, 'NOT_FOUND']);
});
