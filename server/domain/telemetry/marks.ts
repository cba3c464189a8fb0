import type { Track } from './positions.ts';
import { isCoarse } from './repeats.ts';
import { defaultSettings } from './settings.ts';

/** One place sequence in so many has a mark: a minute at 1 Hz has three or four. */
const oneIn = 16;
/** Places as they are stored. */
const perDegree = 1e6;

const mixed = (a: number, b: number): number => {
  let hash = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/**
 * Numbers that a drive is known by, chosen by its places alone: of each `repeatFixes` places in a row, standing left out, a
 * hash, of which one in sixteen counts. Wherever a drive is cut and however it is dated, the same places give the same
 * marks. Places that come back within so few are a parked receiver's, and have none: each night would have those of the
 * last. Takes fixes by rising time.
 */
export const marksOf = ({ latitude, longitude }: Track): number[] => {
  if (isCoarse({ latitude, longitude })) return [];
  const { repeatFixes } = defaultSettings;
  const places: number[] = [];
  const marks = new Set<number>();
  for (let i = 0; i < latitude.length; i++) {
    if (i > 0 && latitude[i] === latitude[i - 1] && longitude[i] === longitude[i - 1]) continue;
    places.push(mixed(Math.round(latitude[i]! * perDegree), Math.round(longitude[i]! * perDegree)));
    if (places.length < repeatFixes) continue;
    let high = 0;
    let low = 1;
    for (let n = places.length - repeatFixes; n < places.length; n++) {
      high = mixed(high, places[n]!);
      low = mixed(places[n]!, low);
    }
    if (high % oneIn !== 0 || new Set(places.slice(-repeatFixes)).size < repeatFixes) continue;
    // 53 bits: a number of its own.
    marks.add((high >>> 11) * 2 ** 32 + low);
  }
  return [...marks];
};
