import { dayMs } from './time.ts';

const clockFormats = new Map<string, Intl.DateTimeFormat>();
const clockFormatOf = (zone: string): Intl.DateTimeFormat => {
  // The Swedish format of Intl is nearly ISO 8601: `2026-01-15 12:30:00`.
  const format =
    clockFormats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone || undefined, dateStyle: 'short', timeStyle: 'medium' });
  clockFormats.set(zone, format);
  return format;
};

/**
 * Returns the local time of a moment in the zone, `2026-01-15T12:30:00`. An empty zone means the zone of the machine.
 */
export const wallClock = (moment: Date, zone: string): string => clockFormatOf(zone).format(moment).replace(' ', 'T');

const quarterMs = 15 * 60_000;
/**
 * Maximum number of cached offsets from UTC. It suffices for two years, because an offset is cached per quarter of an
 * hour.
 */
const maxCachedOffsets = 70_000;
const offsets = new Map<string, Map<number, number>>();

/**
 * Returns by how many minutes the zone is ahead of UTC at that moment. Offsets are cached per quarter of an hour,
 * because clocks change only at quarters.
 */
export const offsetMinutes = (moment: Date, zone: string): number => {
  const zoneOffsets = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, zoneOffsets);
  const quarter = Math.floor(moment.getTime() / quarterMs);
  const cachedOffset = zoneOffsets.get(quarter);
  if (cachedOffset !== undefined) return cachedOffset;
  const offset = Math.round((Date.parse(`${wallClock(moment, zone)}Z`) - moment.getTime()) / 60_000);
  if (zoneOffsets.size > maxCachedOffsets) zoneOffsets.clear();
  zoneOffsets.set(quarter, offset);
  return offset;
};

/**
 * Returns the moment at which clocks in the zone show the local time `clock`. If the clocks show it twice, the first
 * moment counts. If clocks skip it in spring, the moment is one hour later.
 */
export const momentAt = (clock: string, zone: string): Date => {
  const asUtcMs = Date.parse(`${clock}Z`);
  const [before, after] = [-dayMs, dayMs].map(ms => offsetMinutes(new Date(asUtcMs + ms), zone)) as [number, number];
  const [first, second] = [before, after].map(minutes => new Date(asUtcMs - minutes * 60_000)) as [Date, Date];
  // The offset of the day before is right, unless only the offset of the day after gives the local time `clock` again.
  return offsetMinutes(first, zone) !== before && offsetMinutes(second, zone) === after ? second : first;
};

/** Returns true if there is a zone of this name. */
export const isZone = (name: string): boolean => {
  try {
    wallClock(new Date(0), name);
    return true;
  } catch {
    return false;
  }
};
