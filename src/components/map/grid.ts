import { degreeLengths } from '../../schema/kinds/wgs84.ts';
import type { LngLat } from './track.ts';

const roundStepsM = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
  2_000_000, 5_000_000,
];

/**
 * Returns the distance between grid lines, metres. At most about `maxLines` lines cross a picture of `widthM` metres.
 */
export const gridStep = (widthM: number, maxLines = 10): number =>
  roundStepsM.find(step => widthM / step <= maxLines) ?? roundStepsM.at(-1)!;

export const roundMetres = (metres: number): number => roundStepsM.findLast(step => step <= metres) ?? roundStepsM[0]!;

const lineFeature = (from: LngLat, to: LngLat): GeoJSON.Feature<GeoJSON.LineString> => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'LineString', coordinates: [[...from], [...to]] },
});

/**
 * Returns the lines of the grid on the map within a box. `stepM`: distance between lines, metres. Two lines cross at
 * `origin`.
 */
export const gridLines = (
  origin: LngLat,
  [southWest, northEast]: readonly [LngLat, LngLat],
  stepM: number,
): GeoJSON.FeatureCollection<GeoJSON.LineString> => {
  const { eastM, northM } = degreeLengths(origin[1]);
  const stepLatitude = stepM / northM;
  // The distance between lines in degrees is limited near the poles. A whole circle of latitude may be shorter there
  // than `stepM`.
  const stepLongitude = stepM / Math.max(0.05 * northM, eastM);
  const features: GeoJSON.Feature<GeoJSON.LineString>[] = [];
  const firstLineAt = (from: number, start: number, step: number) => start + Math.ceil((from - start) / step) * step;
  for (let x = firstLineAt(southWest[0], origin[0], stepLongitude); x <= northEast[0]; x += stepLongitude)
    features.push(lineFeature([x, southWest[1]], [x, northEast[1]]));
  for (let y = firstLineAt(southWest[1], origin[1], stepLatitude); y <= northEast[1]; y += stepLatitude)
    features.push(lineFeature([southWest[0], y], [northEast[0], y]));
  return { type: 'FeatureCollection', features };
};
