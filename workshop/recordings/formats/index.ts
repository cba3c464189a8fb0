import type { Format } from '../recording.ts';
import { comma2k19, companionFormats, geniviRegensburg } from './clocked.ts';
import { crashNhtsa } from './crash.ts';
import { ndsDrives } from './nds.ts';
import { barefoot, geniviTrips, osmTracks } from './tracks.ts';

export const formats: readonly Format[] = [
  ndsDrives,
  osmTracks,
  geniviTrips,
  geniviRegensburg,
  comma2k19,
  barefoot,
  crashNhtsa,
];

export type Known = { readonly kind: 'recording'; readonly format: Format } | { kind: 'companion'; family: string };

const matches = ({ columns, fits }: Pick<Format, 'columns' | 'fits'>, header: readonly string[]): boolean =>
  columns.every(name => header.includes(name)) && (fits?.(header) ?? true);

/** Returns the format of a file by its header row. The file name is ignored. */
export const recognise = (header: readonly string[]): Known | undefined => {
  const format = formats.find(candidate => matches(candidate, header));
  if (format) return { kind: 'recording', format };
  const companion = companionFormats.find(candidate => matches(candidate, header));
  return companion && { kind: 'companion', family: companion.family };
};
