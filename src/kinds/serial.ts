import { offsetMinutes } from './zone.ts';

const msPerDay = 86_400_000;
const epochMs = Date.UTC(1899, 11, 30);

/** Days since the spreadsheets' epoch of the local time in a zone: spreadsheets have no zones. */
export const momentSerial = (moment: Date, zone: string): number => {
  const wallClockMs = moment.getTime() + offsetMinutes(moment, zone) * 60_000;
  return (wallClockMs - epochMs) / msPerDay;
};

export const daySerial = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - epochMs) / msPerDay;
