import type { Track } from './positions.ts';
import { isCoarse } from './repeats.ts';
import { defaultSettings } from './settings.ts';

/** One of this many sequences of positions becomes a mark, so a minute at 1 Hz has three or four marks. */
const oneIn = 16;
/** Resolution of stored positions. */
const perDegree = 1e6;

const mixed = (a: number, b: number): number => {
  let hash = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/**
 * Returns marks of a drive: numbers by which a repetition of the same positions is recognised. Each `repeatFixes`
 * positions in a row, without standing, give a hash. One hash in sixteen becomes a mark.
 * So the same positions give the same marks, however a drive is cut or dated. A position that returns within such a
 * sequence comes from a parked receiver. The sequence gives no mark, because each night would repeat the marks of the
 * night before.
 * Takes fixes by rising time.
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
    // Combines both halves of the hash into a number of 53 bits.
    marks.add((high >>> 11) * 2 ** 32 + low);
  }
  return [...marks];
};
