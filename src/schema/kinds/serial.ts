import { dayMs } from './time.ts';
import { offsetMinutes } from './zone.ts';

const epochMs = Date.UTC(1899, 11, 30);

/** Returns the local time in a zone as days since the spreadsheets' epoch, because spreadsheets have no zones. */
export const momentSerial = (moment: Date, zone: string): number => {
  const wallClockMs = moment.getTime() + offsetMinutes(moment, zone) * 60_000;
  return (wallClockMs - epochMs) / dayMs;
};

export const daySerial = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - epochMs) / dayMs;

const lastDateMs = Date.UTC(9999, 11, 31, 23, 59, 59);

/** Number of days by which workbooks that count from 1904 are behind. */
const days1904 = 1462;
/** Day number of 1 March 1900. Excel counts a 29 February before it, which did not exist. */
export const serialOfMarch1900 = 61;

/**
 * Returns the day of a spreadsheet's number, `2026-01-15`, with the time of day if it has one: `2026-01-15T09:30:00`.
 */
export const serialDate = (serial: number, since1904 = false): string => {
  const skipped = since1904 ? days1904 : serial < serialOfMarch1900 ? 1 : 0;
  const seconds = Math.round((serial + skipped) * 86_400);
  const at = new Date(epochMs + seconds * 1000);
  // Spreadsheets have no later year, and texts of dates have four digits for it.
  if (!(at.getTime() <= lastDateMs)) return String(serial);
  return at.toISOString().slice(0, at.getTime() % dayMs === 0 ? 10 : 19);
};
