import type { ManoeuvreKind } from '../../../src/contract/manoeuvres.ts';

/** What a driver did in a trip, or the road did to the car. */
export interface Manoeuvre {
  readonly kind: ManoeuvreKind;
  readonly startMs: number;
  readonly endMs: number;
  /** Greatest and mean acceleration of its kind's axis, in g, both positive; null for speeding. */
  readonly peakG: number | null;
  readonly meanG: number | null;
  /** Speed at its start, km/h; null where no fix is near. */
  readonly speedKmh: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Whether samples of acceleration or speeds of fixes showed it. */
  readonly source: 'acceleration' | 'positions';
}

/** Acceleration at a constant rate in the vehicle's axes, in g: x forward, y left, z up with gravity in it. */
export interface VehicleSamples {
  readonly startMs: number;
  readonly rateHz: number;
  readonly longitudinal: Float32Array;
  readonly lateral: Float32Array;
  readonly vertical: Float32Array;
}
