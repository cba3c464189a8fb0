import type { Curve } from '../../src/contract/shapes/telemetry.ts';
import { isoOf, rounded } from './cells.ts';

/** An acceleration sample in vehicle axes, g: x forward, y left, z up with gravity. */
export interface Sample {
  readonly ms: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const mix = (a: number, b: number, share: number): number => rounded(a + (b - a) * share, 4);

const curveOf = (samples: readonly Sample[], rateHz: number): Curve => {
  const startMs = Math.round(samples[0]!.ms);
  const count = Math.floor(((samples[samples.length - 1]!.ms - startMs) / 1000) * rateHz + 1e-6) + 1;
  const curve: Curve = {
    Start: isoOf(startMs),
    RateHz: rateHz,
    Longitudinal: [],
    Lateral: [],
    Vertical: [],
    Frame: 'vehicle',
  };
  let at = 0;
  for (let i = 0; i < count; i++) {
    const ms = startMs + (i / rateHz) * 1000;
    while (at < samples.length - 2 && samples[at + 1]!.ms <= ms) at++;
    const before = samples[at]!;
    const after = samples[at + 1] ?? before;
    const span = after.ms - before.ms;
    const share = span > 0 ? Math.min(1, Math.max(0, (ms - before.ms) / span)) : 0;
    curve.Longitudinal.push(mix(before.x, after.x, share));
    curve.Lateral.push(mix(before.y, after.y, share));
    curve.Vertical.push(mix(before.z, after.z, share));
  }
  return curve;
};

/**
 * Converts samples to curves of a constant rate by linear interpolation. A gap above `gapMs`, or a clock that goes
 * back, starts a new curve. A curve has at most `maxSamples` samples.
 */
export const curvesOf = (samples: readonly Sample[], rateHz: number, gapMs: number, maxSamples = 20_000): Curve[] => {
  const curves: Curve[] = [];
  let run: Sample[] = [];
  const close = (): void => {
    if (run.length > 0) curves.push(curveOf(run, rateHz));
    run = [];
  };
  for (const sample of samples) {
    const last = run[run.length - 1];
    if (last && (sample.ms - last.ms > gapMs || sample.ms <= last.ms || run.length >= maxSamples)) close();
    run.push(sample);
  }
  close();
  return curves;
};
