// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { createTrackMap } from '../../../../../src/components/map/createTrackMap.ts';
import type { SceneCircle } from '../../../../../src/components/map/scene.ts';
import { trackOf } from '../../../../../src/components/map/track.ts';

/** A mock of the library's map: loaded once, and busy afterwards. */
const { map, load } = vi.hoisted(() => {
  const sources = new Map<string, { data: unknown; setData: (data: unknown) => void }>();
  const heard: (() => void)[] = [];
  const once = (event: string, listener: () => void) => void (event === 'load' && heard.push(listener));
  return {
    map: {
      ...{ on: once, once, loaded: () => false, addLayer: () => undefined },
      getSource: (name: string) => sources.get(name),
      addSource: (name: string, { data }: { data: unknown }) => {
        const source = {
          data,
          setData: (next: unknown) => {
            source.data = next;
          },
        };
        sources.set(name, source);
      },
    },
    load: () => {
      for (const listener of heard.splice(0)) listener();
    },
  };
});
vi.mock('../../../../../src/components/map/createMap.ts', () => ({ createMap: async () => ({ map }) }));
vi.mock('../../../../../src/components/map/trackLayers.ts', () => ({ addTrack: () => undefined }));
vi.mock('maplibre-gl', () => {
  class Marker {
    setLngLat = () => this;
    addTo = () => this;
    remove = () => this;
  }
  return { Marker };
});

it('the circle goes where its place goes, also while the map is still busy with the one before', async () => {
  const { placeCircle } = await createTrackMap({ track: trackOf([]), marks: [], colours: {}, labels: {} } as never);
  const westOf = () => {
    const { data } = map.getSource('circle') as { data: GeoJSON.Feature<GeoJSON.Polygon> };
    return Math.min(...(data.geometry.coordinates[0] ?? []).map(([longitude = Number.NaN]) => longitude));
  };
  const around = (longitude: number): SceneCircle => ({ at: [longitude, 55.7], radiusM: 100 });
  placeCircle(around(37));
  load();
  expect(westOf()).toBeCloseTo(37, 2);
  placeCircle(around(38));
  expect(westOf()).toBeCloseTo(38, 2);
});
