const clocks = new Map<string, Intl.DateTimeFormat>();
const clockOf = (zone: string): Intl.DateTimeFormat => {
  // The Swedish format is nearly ISO 8601.
  const known =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone || undefined, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, known);
  return known;
};

/** Local time in the zone, `2026-01-15T12:30:00`; without one, the machine's. */
export const wallClock = (moment: Date, zone: string): string => clockOf(zone).format(moment).replace(' ', 'T');

/** Offset of the zone from UTC at that time, minutes. */
export const offsetMinutes = (moment: Date, zone: string): number =>
  Math.round((Date.parse(`${wallClock(moment, zone)}Z`) - moment.getTime()) / 60_000);
