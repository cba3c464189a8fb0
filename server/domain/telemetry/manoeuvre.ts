import type { ManoeuvreKind } from '../../../src/contract/scoring.ts';

/** A manoeuvre of the driver in a trip, or a bump of the road. */
export interface Manoeuvre {
  readonly kind: ManoeuvreKind;
  readonly startMs: number;
  readonly endMs: number;
  /** Greatest and mean acceleration along the axis of the manoeuvre's kind, g, both positive. Null for speeding. */
  readonly peakG: number | null;
  readonly meanG: number | null;
  /** Speed at the start of the manoeuvre, km/h. Null: no fix is near. */
  readonly speedKmh: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Source of the manoeuvre: samples of acceleration, or speeds of fixes. */
  readonly source: 'acceleration' | 'positions';
}

/** Acceleration at a constant rate in the vehicle's axes, g: x forward, y left, z up including gravity. */
export interface VehicleSamples {
  readonly startMs: number;
  readonly rateHz: number;
  readonly longitudinal: Float32Array;
  readonly lateral: Float32Array;
  readonly vertical: Float32Array;
}
