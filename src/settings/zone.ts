import * as zones from '../kinds/zone.ts';
import { persist } from './persisted.ts';

const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** Time zone in which moments are shown and typed; empty: the browser's own. */
export const zone = persist({ key: 'appzone', parse: stored => (stored && isZone(stored) ? stored : '') });

export const currentZone = zone.read;
export const useZone = zone.use;

/** What clocks in the zone show, `2026-01-15T12:30:00`. */
export const wallClock = (moment: Date, name = currentZone()): string => zones.wallClock(moment, name);

/** Minutes the zone's clocks are ahead of UTC at that moment. */
export const offsetMinutes = (moment: Date, name = currentZone()): number => zones.offsetMinutes(moment, name);

/** The moment when clocks in the zone show this; invalid for what is no date. */
export const fromWallClock = (text: string, name = currentZone()): Date => {
  const asUtc = new Date(`${text}Z`);
  if (Number.isNaN(asUtc.getTime())) return asUtc;
  const guess = new Date(asUtc.getTime() - offsetMinutes(asUtc, name) * 60_000);
  // The clocks may have been changed between the two.
  return new Date(asUtc.getTime() - offsetMinutes(guess, name) * 60_000);
};
