import type { Kysely } from 'kysely';
import { checkKeys } from '../rewrite.ts';

export const places = {};
export const inPieces = true;

/** Checks the foreign keys that a rewritten table of accidents was given again. Others write meanwhile. */
export const up = (db: Kysely<unknown>): Promise<void> => checkKeys(db, 'accident');
