import { describe, expect, it } from 'vitest';
import { kmhPerGSecond } from '../../../../../server/domain/telemetry/deltaV.ts';
import { defaultSettings } from '../../../../../server/domain/telemetry/settings.ts';
import { type DeltaVEvidence, deltaVInterval } from '../../../../../server/domain/telemetry/velocityChange.ts';

const measured: DeltaVEvidence = {
  deltaVKmh: 40,
  samplingErrorKmh: 0,
  rateHz: 100,
  durationMs: 100,
  zeroKnown: true,
  cut: false,
};
/** Returns half the width of the interval, km/h. */
const half = (change: Partial<DeltaVEvidence> = {}, bandwidthHz: number | null = null): number => {
  const evidence = { ...measured, ...change };
  const { fromKmh, toKmh } = deltaVInterval(evidence, bandwidthHz, defaultSettings);
  expect(evidence.deltaVKmh - fromKmh).toBeCloseTo(toKmh! - evidence.deltaVKmh, 6);
  return toKmh! - evidence.deltaVKmh;
};

describe('the interval of a delta-v', () => {
  it('is wider by the sensor’s scale the greater the delta-v', () => {
    expect(half({ deltaVKmh: 80 }) - half()).toBeCloseTo(40 * defaultSettings.scaleErrorShare, 6);
  });

  it('is wider by the sensor’s zero the longer the event, and most where the zero is not known', () => {
    const overG = (g: number, ms: number) => (g * kmhPerGSecond * ms) / 1000;
    expect(half({ durationMs: 300 }) - half()).toBeCloseTo(overG(defaultSettings.offsetDriftG, 200), 6);
    const unknown = half({ zeroKnown: false, durationMs: 300 }) - half({ zeroKnown: false });
    expect(unknown).toBeCloseTo(overG(defaultSettings.offsetAtMostG, 200), 6);
  });

  it('is never narrower than what the rule for the ends of an event leaves out', () => {
    expect(half({ deltaVKmh: 10, durationMs: 0 })).toBeCloseTo(
      defaultSettings.onsetDeltaVKmh + 10 * defaultSettings.scaleErrorShare,
      6,
    );
  });

  it('is wider by what lies between samples, less so where the device averages below half the rate', () => {
    const added = (bandwidthHz: number | null) => half({ samplingErrorKmh: 2 }, bandwidthHz) - half();
    expect(added(null)).toBeCloseTo(2 * defaultSettings.samplingErrors, 6);
    expect(added(50)).toBeCloseTo(added(null) * defaultSettings.filteredErrorShare, 6);
    expect(added(51)).toBeCloseTo(added(null), 6);
  });

  it('begins at zero at the least and has no end where the pulse was cut', () => {
    const of = (change: Partial<DeltaVEvidence>) => deltaVInterval({ ...measured, ...change }, null, defaultSettings);
    expect(of({ deltaVKmh: 0.5 }).fromKmh).toBe(0);
    expect(of({ cut: true }).toKmh).toBeNull();
  });
});
