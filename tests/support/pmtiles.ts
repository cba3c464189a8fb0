import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

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
export const writePmtiles = (tiles: readonly Tile[], metadata: object): Buffer => {
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
