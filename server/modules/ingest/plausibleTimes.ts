import { dayMs } from '../../../src/schema/kinds/time.ts';
import { rolloverMs } from '../../domain/telemetry/fixFaults.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';

const maxFutureMs = dayMs;

/**
 * Returns true if the time of an impact, alarm or recording is neither too old nor more than a day in the future, ms
 * since 1970. Returns false for NaN.
 */
export const isPlausibleTime = (ms: number, receivedMs: number): boolean =>
  ms >= receivedMs - defaultSettings.oldestFixAgeMs && ms <= receivedMs + maxFutureMs;

/**
 * Returns true if a message with this time came within a day, so that its week counter surely ran over: `repairedMs` is
 * the stated time and 1024 weeks.
 */
export const cameWithinDay = (repairedMs: number, receivedMs: number): boolean =>
  repairedMs > receivedMs - dayMs && repairedMs <= receivedMs + defaultSettings.futureToleranceMs;

export interface CorrectedTime {
  readonly ms: number;
  /** True if the device stated an implausible time, so that `ms` is a better one. */
  readonly clockWrong: boolean;
}

/**
 * Returns when an impact or alarm happened, ms since 1970. A clock that is wrong by years must not lose a report of a
 * crash. If the week counter of the receiver ran over and the report came within a day, the time is repaired. Otherwise
 * the report is dated at its arrival.
 */
export const correctTime = (statedMs: number, receivedMs: number): CorrectedTime => {
  if (isPlausibleTime(statedMs, receivedMs)) return { ms: statedMs, clockWrong: false };
  const repairedMs = statedMs + rolloverMs;
  return { ms: cameWithinDay(repairedMs, receivedMs) ? repairedMs : receivedMs, clockWrong: true };
};
