import { createHash } from 'node:crypto';
import type { Curve, Position } from '../../src/contract/shapes/telemetry.ts';

/** One drive or crash test, in the units and axes of the webhooks. */
export interface Recording {
  readonly family: string;
  readonly id: string;
  readonly vehicle: { readonly Brand: string; readonly Model: string; readonly Year?: number };
  readonly positions: readonly Position[];
  readonly acceleration: readonly Curve[];
  readonly crash?: { readonly at: string; readonly curve: Curve };
}

export const voucherNumber = ({ family, id }: Pick<Recording, 'family' | 'id'>): string => `REC-${family}-${id}`;

/** Cells of a file by the name of their column. */
export interface Sheet {
  /** Name of the file without folder, `.csv` and `.gz`. */
  readonly stem: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** What of several files belongs to one recording: acceleration lies beside the positions it was measured with. */
export type Companions = Readonly<Record<string, Sheet | undefined>>;

export interface Format {
  readonly family: string;
  /** A file with all of these columns is of this format. */
  readonly columns: readonly string[];
  /** Further test of the header, where some columns may be missing. */
  readonly fits?: (header: readonly string[]) => boolean;
  /** Formats that lie beside it: their name, and what a file's name ends in instead of this format's ending. */
  readonly beside?: { readonly ending: string; readonly companions: Readonly<Record<string, string>> };
  readonly recordings: (sheet: Sheet, companions: Companions) => Recording[];
}

/** A file that has the right header and yet cannot be read. */
export class BrokenFile extends Error {
  override name = 'BrokenFile';
}

/** Recordings without a calendar are laid on days of 2025, each on one that its name decides. */
export const inventedStartMs = (id: string): number => {
  const day = /^\d{1,9}$/.test(id) ? Number(id) % 365 : createHash('sha256').update(id).digest().readUInt32BE() % 365;
  return Date.UTC(2025, 0, 1, 6) + day * 24 * 3_600_000;
};

/** What tells the recordings of a family apart when only their file's name does. */
export const idOfStem = (family: string, stem: string): string => {
  const rest = stem.startsWith(`${family}_`) ? stem.slice(family.length + 1) : stem;
  return rest.replace(/[^\w.-]/g, '_').slice(0, 24);
};
