import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStreets } from '../../../../server/demo/start.ts';
import { type MapSettings, registerMap } from '../../../../server/plugins/map.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'map-'));
  await writeFile(join(folder, 'tiles.pmtiles'), 'PMTiles0123456789');
});
afterAll(() => rm(folder, { recursive: true }));

const ask = async (settings: MapSettings, url: string, range?: string) => {
  const server = Fastify();
  registerMap(server, settings);
  const reply = await server.inject({ url, headers: range === undefined ? {} : { range } });
  await server.close();
  return reply;
};

describe('what the map is drawn from', () => {
  it('is the cabinet alone unless there is more', async () => {
    expect((await ask({}, '/map/sources.json')).json()).toEqual({ tiles: false });
    expect((await ask({}, '/map/streets.json')).json()).toEqual({ type: 'FeatureCollection', features: [] });
    expect((await ask({}, '/map/tiles.pmtiles')).statusCode).toBe(404);
  });

  it('is a street map in one file, read piece by piece', async () => {
    const settings = { tilesFile: join(folder, 'tiles.pmtiles') };
    expect((await ask(settings, '/map/sources.json')).json()).toEqual({ tiles: true });
    const piece = await ask(settings, '/map/tiles.pmtiles', 'bytes=0-6');
    expect(piece).toMatchObject({ statusCode: 206, body: 'PMTiles' });
    expect(piece.headers).toMatchObject({ 'content-range': 'bytes 0-6/17', 'content-length': '7' });
    expect((await ask(settings, '/map/tiles.pmtiles', 'bytes=15-99')).body).toBe('89');
  });

  it('is not read for somebody who asks for the head alone', async () => {
    const server = Fastify();
    registerMap(server, { tilesFile: join(folder, 'tiles.pmtiles') });
    const url = '/map/tiles.pmtiles';
    const reply = await server.inject({ method: 'HEAD', url, headers: { range: 'bytes=0-' } });
    await server.close();
    expect([reply.statusCode, reply.headers['content-length'], reply.body]).toEqual([206, '17', '']);
  });

  it.each([undefined, 'bytes=99-', 'bytes=5-2', 'bytes=-5', 'bytes=0-1,3-4', 'lines=0-1'])(
    'sends no part that is none: %s',
    async range => {
      const settings = { tilesFile: join(folder, 'tiles.pmtiles') };
      const reply = await ask(settings, '/map/tiles.pmtiles', range);
      expect(reply).toMatchObject({ statusCode: 416, body: '' });
      expect(reply.headers['content-range']).toBe('bytes */17');
    },
  );

  it('has the demo’s streets with names, each within its city', async () => {
    const reply = await ask({ streetsFile: demoStreets }, '/map/streets.json');
    const { features } = reply.json<GeoJSON.FeatureCollection>();
    const names = new Set(features.map(({ properties }) => properties?.name as string));
    expect(names).toContain('Ленинградский проспект');
    expect(names.size).toBeGreaterThan(50);
    for (const { geometry } of features) {
      if (geometry.type !== 'LineString') throw new Error(`a street is a ${geometry.type}`);
      expect(geometry.coordinates.length).toBeGreaterThan(1);
      for (const [longitude = 0, latitude = 0] of geometry.coordinates) {
        expect(longitude).toBeGreaterThan(29);
        expect(longitude).toBeLessThan(39);
        expect(latitude).toBeGreaterThan(55);
        expect(latitude).toBeLessThan(61);
      }
    }
  });
});
