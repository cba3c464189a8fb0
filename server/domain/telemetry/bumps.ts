import type { Motion } from './motion.ts';
import { type Run, runsOf } from './runs.ts';
import type { TelemetrySettings } from './settings.ts';

/**
 * Bumps: vertical peaks caused by the road. Peaks within `settledMs` of each other count as one. None below
 * `bumpFromHz`.
 */
export const bumpsOf = (
  { vertical, stepMs }: Motion,
  { bumpFromG, bumpFromHz, manoeuvreLeaveShare, settledMs }: TelemetrySettings,
): (Run & { readonly kind: 'bump' })[] => {
  if (stepMs * bumpFromHz > 1000) return [];
  const bumps: (Run & { readonly kind: 'bump' })[] = [];
  for (const run of runsOf(vertical, bumpFromG, bumpFromG * manoeuvreLeaveShare, 1)) {
    const last = bumps[bumps.length - 1];
    if (!last || (run.from - last.to) * stepMs > settledMs) {
      bumps.push({ ...run, kind: 'bump' });
      continue;
    }
    const lastSamples = last.to - last.from + 1;
    const samples = run.to - run.from + 1;
    const mean = (last.mean * lastSamples + run.mean * samples) / (lastSamples + samples);
    bumps[bumps.length - 1] = { ...last, to: run.to, peak: Math.max(last.peak, run.peak), mean };
  }
  return bumps;
};
