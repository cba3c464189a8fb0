import { isBlank } from './blank.ts';
import type { Field } from './field.ts';

export type Row = { readonly [name: string]: unknown };

export const textOf = (row: Row, name: string): string | undefined => {
  const value = row[name];
  return isBlank(value) ? undefined : String(value);
};

export const numberOf = (row: Row, name: string): number | undefined => {
  const value = row[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

export const momentOf = (row: Row, name: string): Date | undefined => {
  const value = row[name];
  if (typeof value !== 'string') return undefined;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
};

interface PositionValue {
  readonly latitude: number;
  readonly longitude: number;
}

export const positionOf = (row: Row, field: Field): PositionValue | undefined => {
  const [latitude, longitude] = (field.parts ?? []).map(part => numberOf(row, part));
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
};

/**
 * Returns the wire name of the field's value. For a choice from a dictionary this is the name of the id, because titles
 * are in one language.
 */
export const idName = (name: string, { dictionary, idField }: Field): string => (dictionary && idField) ?? name;

/** Returns both ids of a choice that is a pair. */
export const idsOfPair = (choice: string): readonly [number, number] => {
  const [first, second] = choice.split(':').map(Number);
  return [first ?? 0, second ?? 0];
};

/**
 * Returns true if there is nothing to show: all parts of the position are missing, the text is missing, or a boolean
 * with an icon is false.
 */
export const isEmpty = (row: Row, name: string, field: Field): boolean => {
  if (field.trueIcon && !row[name]) return true;
  return field.parts ? positionOf(row, field) === undefined : textOf(row, idName(name, field)) === undefined;
};

/** Returns the calendar day of a wire value, without a time. */
export const dayOf = (row: Row, name: string): string | undefined =>
  momentOf(row, name) && String(row[name]).slice(0, 10);
