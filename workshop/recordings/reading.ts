import { basename, dirname, join } from 'node:path';
import { readHeader, readSheet, stemOf } from './files.ts';
import { type Known, recognise } from './formats/index.ts';
import { BrokenFile, type Companions, type Format, type Recording, voucherNumber } from './recording.ts';

/** Result of recognising one file of the folder. */
export type Found =
  | { readonly file: string; readonly kind: 'recordings'; readonly format: Format; readonly companions: string[] }
  | { readonly file: string; readonly kind: 'companion'; readonly family: string; used: boolean }
  | { readonly file: string; readonly kind: 'other'; readonly reason: string };

const foundOf = async (folder: string, file: string): Promise<Found> => {
  const { header, reason } = await readHeader(join(folder, file));
  if (!header) return { file, kind: 'other', reason: reason ?? '' };
  const recognised: Known | undefined = recognise(header);
  if (!recognised)
    return { file, kind: 'other', reason: `no recording has these columns: ${header.slice(0, 6).join(', ')}` };
  return recognised.kind === 'recording'
    ? { file, kind: 'recordings', format: recognised.format, companions: [] }
    : { file, kind: 'companion', family: recognised.family, used: false };
};

/**
 * Returns the companion file of `main`. It is the file of the same name with another ending, in the same folder. If
 * there is none, it is the only file of the companion's family.
 */
const companionFor = (main: string, ending: string, companionEnding: string, all: readonly Found[], family: string) => {
  const companionsOfFamily = all.filter(found => found.kind === 'companion' && found.family === family);
  const name = `${stemOf(main).replace(new RegExp(`${ending}$`), '')}${companionEnding}`;
  const sameFolderFile = companionsOfFamily.find(
    ({ file }) => dirname(file) === dirname(main) && stemOf(file) === name,
  );
  return sameFolderFile ?? (companionsOfFamily.length === 1 ? companionsOfFamily[0] : undefined);
};

/** Recognises all files by their headers, and groups recordings with their companions. */
export const findRecordings = async (folder: string, files: readonly string[]): Promise<Found[]> => {
  const all: Found[] = [];
  for (const file of files) all.push(await foundOf(folder, file));
  for (const found of all) {
    if (found.kind !== 'recordings' || !found.format.beside) continue;
    for (const [family, companionEnding] of Object.entries(found.format.beside.companions)) {
      const companion = companionFor(found.file, found.format.beside.ending, companionEnding, all, family);
      if (companion?.kind !== 'companion') continue;
      companion.used = true;
      found.companions.push(companion.file);
    }
  }
  return all;
};

export const readRecordings = async (
  folder: string,
  { file, format, companions }: Extract<Found, { kind: 'recordings' }>,
): Promise<Recording[]> => {
  const sheets: Record<string, Companions[string]> = {};
  for (const companion of companions) {
    const { header = [] } = await readHeader(join(folder, companion));
    const recognised = recognise(header);
    try {
      if (recognised?.kind === 'companion') sheets[recognised.family] = await readSheet(join(folder, companion));
    } catch (error) {
      throw new BrokenFile(`${basename(companion)}, which belongs to it: ${(error as Error).message}`);
    }
  }
  const recordings = format.recordings(await readSheet(join(folder, file)), sheets);
  const empty = recordings.find(({ positions, crash }) => positions.length === 0 && !crash);
  if (empty) throw new BrokenFile(`there is no fix in ${voucherNumber(empty)}`);
  return recordings;
};
