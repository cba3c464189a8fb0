import type { Track } from './positions.ts';
import { isOnCoarseGrid } from './repeats.ts';
import { defaultSettings } from './settings.ts';

/**
 * One in this many sequences of consecutive positions becomes a mark. A minute of fixes at 1 Hz gives three or four
 * marks.
 */
const hashesPerMark = 16;
/** Resolution of stored positions, steps per degree. */
const stepsPerDegree = 1e6;

const mixHash = (a: number, b: number): number => {
  let hash = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/**
 * Returns marks of a drive: numbers by which a repetition of the same positions is recognised. Each `repeatFixes`
 * positions in a row, without standing, give a hash. One hash in sixteen becomes a mark.
 * So the same positions give the same marks, however a drive is cut or dated.
 * A sequence that contains a position twice comes from a parked receiver and gives no mark. Otherwise each night in the
 * same place would give the marks of the night before.
 * Takes fixes by rising time.
 */
export const marksOf = ({ latitude, longitude }: Track): number[] => {
  if (isOnCoarseGrid({ latitude, longitude })) return [];
  const { repeatFixes } = defaultSettings;
  const positionHashes: number[] = [];
  const marks = new Set<number>();
  for (let i = 0; i < latitude.length; i++) {
    if (i > 0 && latitude[i] === latitude[i - 1] && longitude[i] === longitude[i - 1]) continue;
    positionHashes.push(mixHash(Math.round(latitude[i]! * stepsPerDegree), Math.round(longitude[i]! * stepsPerDegree)));
    if (positionHashes.length < repeatFixes) continue;
    let highHash = 0;
    let lowHash = 1;
    for (let n = positionHashes.length - repeatFixes; n < positionHashes.length; n++) {
      highHash = mixHash(highHash, positionHashes[n]!);
      lowHash = mixHash(positionHashes[n]!, lowHash);
    }
    if (highHash % hashesPerMark !== 0 || new Set(positionHashes.slice(-repeatFixes)).size < repeatFixes) continue;
    // Combines both halves of the hash into a number of 53 bits.
    marks.add((highHash >>> 11) * 2 ** 32 + lowHash);
  }
  return [...marks];
};
