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
 * Returns the wire name under which the field's value is read. A choice from a dictionary is read by its id, because
 * titles are in one language.
 */
export const idName = (name: string, { dictionary, idField }: Field): string => (dictionary && idField) ?? name;

/** Returns both dictionary ids of a choice such as `3:1`. */
export const idsOfPair = (choice: string): readonly [number, number] => {
  const [first, second] = choice.split(':').map(Number);
  return [first ?? 0, second ?? 0];
};

/**
 * Returns true if the field has nothing to show: no part of the position, an empty text, or a boolean with an icon that
 * is false.
 */
export const isEmpty = (row: Row, name: string, field: Field): boolean => {
  if (field.trueIcon && !row[name]) return true;
  return field.parts ? positionOf(row, field) === undefined : textOf(row, idName(name, field)) === undefined;
};

/** Returns the calendar day of a wire value, which may be a day or a moment. */
export const dayOf = (row: Row, name: string): string | undefined =>
  momentOf(row, name) && String(row[name]).slice(0, 10);
