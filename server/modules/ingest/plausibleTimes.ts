import { defaultSettings } from '../../domain/telemetry/settings.ts';

const maxFutureMs = 24 * 3_600_000;

/** Returns the earliest and the latest plausible time of an impact, alarm or recording, ms since 1970. */
export const plausibleTimes = (receivedMs: number): { readonly fromMs: number; readonly toMs: number } => ({
  fromMs: receivedMs - defaultSettings.oldestFixAgeMs,
  toMs: receivedMs + maxFutureMs,
});

/** Returns true if a time is neither too old nor more than a day in the future. Returns false for NaN. */
export const isPlausibleTime = (ms: number, receivedMs: number): boolean => {
  const { fromMs, toMs } = plausibleTimes(receivedMs);
  return ms >= fromMs && ms <= toMs;
};
