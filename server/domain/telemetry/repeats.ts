import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';

/** As fine as blocks are kept; two passes of one road never agree in this for long. */
const keyOf = (north: number, east: number): string => `${Math.round(north * 1e6)},${Math.round(east * 1e6)}`;

/**
 * Indexes of fixes that repeat an earlier drive under new times: `repeatFixes` or more in a row at the same places and in the
 * same steps of time, over a way of `tripCircleM` at least. Takes fixes in the order sent. The same fix at the same time is
 * no fault: platforms send twice. Years apart it is the clock.
 */
export const repeatedFixes = (
  { timeMs, latitude, longitude }: Track,
  { repeatFixes, tripCircleM, beforeVoucherMs }: TelemetrySettings,
): number[] => {
  const rulerM = createRuler();
  const seen = new Map<string, number>();
  const repeated: number[] = [];
  let from = -1;
  let earlier = -1;
  const close = (to: number): void => {
    if (from < 0 || to - from < repeatFixes) return;
    let way = 0;
    for (let i = from + 1; i < to; i++) way += rulerM(latitude[i - 1]!, longitude[i - 1]!, latitude[i]!, longitude[i]!);
    if (way >= tripCircleM) for (let i = from; i < to; i++) repeated.push(i);
  };
  for (let i = 0; i < timeMs.length; i++) {
    const key = keyOf(latitude[i]!, longitude[i]!);
    const before = earlier >= 0 ? earlier + 1 : -1;
    const goesOn =
      before >= 0 &&
      before < i &&
      keyOf(latitude[before]!, longitude[before]!) === key &&
      timeMs[i]! - timeMs[i - 1]! === timeMs[before]! - timeMs[before - 1]!;
    if (goesOn) earlier = before;
    else {
      close(i);
      const found = seen.get(key);
      const stepMs = Math.abs(timeMs[i]! - (timeMs[found ?? i] ?? 0));
      const restamped = found !== undefined && stepMs > 0 && stepMs < beforeVoucherMs;
      from = restamped ? i : -1;
      earlier = restamped ? found : -1;
    }
    if (!seen.has(key)) seen.set(key, i);
  }
  close(timeMs.length);
  return repeated;
};
