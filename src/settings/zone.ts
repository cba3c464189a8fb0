import * as zones from '../schema/kinds/zone.ts';
import { createPersistedSetting } from './persisted.ts';

const isValidZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** Time zone in which the application shows times. Empty: the browser's zone. */
export const zone = createPersistedSetting({
  key: 'appzone',
  parse: stored => (stored && isValidZone(stored) ? stored : ''),
});

export const currentZone = zone.read;
/** Returns the IANA name of the zone in which the application shows times, also where it is the browser's. */
export const currentZoneName = (): string => currentZone() || Intl.DateTimeFormat().resolvedOptions().timeZone;

export const useZone = zone.use;

/** Returns the local time in the zone, `2026-01-15T12:30:00`. */
export const wallClock = (moment: Date, zoneName = currentZone()): string => zones.wallClock(moment, zoneName);

/** Returns the offset of the zone from UTC at that time, minutes. */
export const offsetMinutes = (moment: Date, zoneName = currentZone()): number => zones.offsetMinutes(moment, zoneName);

/** Returns the moment of a local time in the zone. An invalid `Date` if the text is no local time. */
export const fromWallClock = (text: string, zoneName = currentZone()): Date => {
  const asUtc = new Date(`${text}Z`);
  if (Number.isNaN(asUtc.getTime())) return asUtc;
  const guess = new Date(asUtc.getTime() - offsetMinutes(asUtc, zoneName) * 60_000);
  // The offset from UTC is read again at the guessed moment, because clocks may change between `asUtc` and `guess`.
  return new Date(asUtc.getTime() - offsetMinutes(guess, zoneName) * 60_000);
};
