import type { Position } from '../../src/contract/shapes/telemetry.ts';
import { isoOf, rounded, within } from './cells.ts';

export interface Fix {
  readonly ms: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly speedKmh?: number;
  readonly courseDeg?: number;
  readonly altitudeM?: number;
  readonly hdop?: number;
  readonly satellites?: number;
}

/** Returns a fix in the format of the webhook. Values that are NaN or out of range are left out. */
export const positionOf = (fix: Fix): Position => {
  const { speedKmh = Number.NaN, courseDeg = Number.NaN, altitudeM = Number.NaN } = fix;
  const { hdop = Number.NaN, satellites = Number.NaN } = fix;
  const optional = {
    Speed: within(speedKmh, 0, 1000, 2),
    Course: within(courseDeg, 0, 360, 2),
    Altitude: within(altitudeM, -1000, 20_000, 1),
    Hdop: within(hdop, 0, 100, 2),
    Satellites: within(satellites, 0, 200, 0),
  };
  return {
    DateTime: isoOf(fix.ms),
    Latitude: rounded(fix.latitude, 7),
    Longitude: rounded(fix.longitude, 7),
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as typeof optional),
  } as Position;
};
