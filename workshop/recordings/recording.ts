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

/** Rows of a file. Each row holds the cells by column name. */
export interface Sheet {
  /** Name of the file without folder and without the endings `.csv` and `.gz`. */
  readonly stem: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** Companion files of a recording, by format. For example, acceleration may be in a file next to the positions. */
export type Companions = Readonly<Record<string, Sheet | undefined>>;

export interface Format {
  readonly family: string;
  /** Columns that identify the format. */
  readonly columns: readonly string[];
  /** Additional check of the header, for formats with optional columns. */
  readonly fits?: (header: readonly string[]) => boolean;
  /** Companion formats by name, with the file ending that replaces the ending of this format. */
  readonly beside?: { readonly ending: string; readonly companions: Readonly<Record<string, string>> };
  readonly recordings: (sheet: Sheet, companions: Companions) => Recording[];
}

/** Error about a file with a known header that cannot be read. */
export class BrokenFile extends Error {
  override name = 'BrokenFile';
}

/** Returns the moment at which a recording without a calendar starts: a day of 2025 derived from its id. */
export const inventedStartMs = (id: string): number => {
  const day = /^\d{1,9}$/.test(id) ? Number(id) % 365 : createHash('sha256').update(id).digest().readUInt32BE() % 365;
  return Date.UTC(2025, 0, 1, 6) + day * 24 * 3_600_000;
};

/** Returns the id of a recording that is identified only by its file name. */
export const idOfStem = (family: string, stem: string): string => {
  const rest = stem.startsWith(`${family}_`) ? stem.slice(family.length + 1) : stem;
  return rest.replace(/[^\w.-]/g, '_').slice(0, 24);
};
