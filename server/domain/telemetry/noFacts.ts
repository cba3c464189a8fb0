import type { CrashFacts } from '../../../src/contract/shapes/accident.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';

/** Facts of an accident without a recording. */
export const noFacts = (settings: TelemetrySettings = defaultSettings): CrashFacts => ({
  PeakG: null,
  PeakAtMs: null,
  DurationMs: null,
  DeltaVLongitudinalKmh: null,
  DeltaVLateralKmh: null,
  DeltaVKmh: null,
  DirectionDeg: null,
  SpeedBeforeKmh: null,
  SpeedAfterKmh: null,
  Severity: null,
  MinorFromG: settings.minorFromG,
  MajorFromG: settings.majorFromG,
  RateHz: null,
  RangeG: null,
  BandwidthHz: null,
  Clipped: false,
  ClippedSamples: null,
  PeakMethod: null,
  Frame: null,
  RecordedBeforeMs: null,
  RecordedAfterMs: null,
  VelocityLeftShare: null,
  Gravity: null,
  Doubts: null,
  SameAs: null,
});
