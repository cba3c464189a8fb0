import { offsetMinutes } from '../settings/zone.ts';

const msPerDay = 86_400_000;
const epochMs = Date.UTC(1899, 11, 30);

/** Days since the spreadsheets' epoch of the wall-clock time in the viewer's zone: spreadsheets know no zones. */
export const momentSerial = (moment: Date): number => {
  const wallClockMs = moment.getTime() + offsetMinutes(moment) * 60_000;
  return (wallClockMs - epochMs) / msPerDay;
};

export const daySerial = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - epochMs) / msPerDay;
