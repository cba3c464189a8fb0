import { dayMs } from './time.ts';
import { offsetMinutes } from './zone.ts';

const serialEpochMs = Date.UTC(1899, 11, 30);

/**
 * Returns a moment as a date number of a spreadsheet: days since the epoch of spreadsheets. The number holds local
 * time, because spreadsheets have no zones.
 */
export const momentSerial = (moment: Date, zone: string): number => {
  const wallClockMs = moment.getTime() + offsetMinutes(moment, zone) * 60_000;
  return (wallClockMs - serialEpochMs) / dayMs;
};

export const daySerial = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - serialEpochMs) / dayMs;

const lastDateMs = Date.UTC(9999, 11, 31, 23, 59, 59);

/** Number of days between the epochs of the two date systems of Excel: 30 December 1899 and 1 January 1904. */
const epochDifferenceDays = 1462;
/**
 * Date number of 1 March 1900 in Excel. Smaller numbers are wrong by a day, because Excel counts 29 February 1900,
 * which never existed.
 */
export const serialOfMarch1900 = 61;

/** Days that Excel shows for the numbers 0 and 60, and that no calendar has. */
const daysOfExcelAlone: Readonly<Record<number, string>> = { 0: '1900-01-00', 60: '1900-02-29' };

/**
 * Returns a day that only Excel has as Excel shows it: `29.02.1900` for `1900-02-29`, possibly with a time. Undefined:
 * the text is no such day.
 */
export const shownDayOfExcelAlone = (text: string): string | undefined => {
  const day = Object.values(daysOfExcelAlone).find(each => text === each || text.startsWith(`${each}T`));
  return day?.split('-').reverse().join('.');
};

/**
 * Returns the day for a date number of a spreadsheet: `2026-01-15`. A number with decimals also has a time of day:
 * `2026-01-15T09:30:00`. The numbers 0 and 60 give days that no calendar has (`shownDayOfExcelAlone`).
 */
export const serialDate = (serial: number, since1904 = false): string => {
  const dayOfExcel = since1904 ? undefined : daysOfExcelAlone[Math.floor(serial)];
  const addedDays = since1904 ? epochDifferenceDays : serial < serialOfMarch1900 ? 1 : 0;
  const seconds = Math.round((serial + addedDays) * 86_400);
  const date = new Date(serialEpochMs + seconds * 1000);
  // A number after the year 9999 is no date, because spreadsheets and date texts have no later year.
  if (!(date.getTime() <= lastDateMs)) return String(serial);
  const moment = date.toISOString().slice(0, date.getTime() % dayMs === 0 ? 10 : 19);
  return dayOfExcel === undefined ? moment : dayOfExcel + moment.slice(10);
};
