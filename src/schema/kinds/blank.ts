/** Returns true for a missing value and for the empty text. */
export const isBlank = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === '';
