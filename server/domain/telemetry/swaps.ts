import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';

/**
 * Indexes of fixes with swapped latitude and longitude: as sent they lie at least `swappedFromM` from the fix before,
 * swapped back within reach of it.
 * Takes fixes in the order sent. Of two ways to read a message the one with fewer swapped fixes is right.
 */
export const swappedFixes = (
  { timeMs, latitude, longitude }: Track,
  { swappedFromM, fixNoiseM, maximumSpeedKmh, tripEndMs }: TelemetrySettings,
): number[] => {
  const rulerM = createRuler();
  const swapped: number[] = [];
  let north = Number.NaN;
  let east = Number.NaN;
  for (let i = 0; i < timeMs.length; i++) {
    const [here, there] = [latitude[i]!, longitude[i]!];
    const onGlobe = Math.abs(here) <= 90 && Math.abs(there) <= 180;
    const swappable = Math.abs(there) <= 90 && Math.abs(here) <= 180;
    const seconds = Math.min(Math.abs(timeMs[i]! - (timeMs[i - 1] ?? timeMs[i]!)), tripEndMs) / 1000;
    const reachM = fixNoiseM + (maximumSpeedKmh / 3.6) * Math.max(1, seconds);
    const far = !Number.isNaN(north) && (!onGlobe || rulerM(north, east, here, there) >= swappedFromM);
    const back = far && swappable && rulerM(north, east, there, here) <= reachM;
    if (back) swapped.push(i);
    else if (!onGlobe || (Math.abs(here) < 0.001 && Math.abs(there) < 0.001)) continue;
    [north, east] = back ? [there, here] : [here, there];
  }
  if (swapped.length * 2 <= timeMs.length) return swapped;
  const marked = new Set(swapped);
  return Array.from(timeMs, (_, i) => i).filter(i => !marked.has(i));
};
