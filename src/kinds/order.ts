/** A day or moment so many years on: 29 February ends on the first of March. */
const later = (text: string, years: number): number => {
  const at = new Date(text);
  at.setUTCFullYear(at.getUTCFullYear() + years);
  return at.getTime();
};

const place = (value: unknown, years = 0): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value !== '' ? later(value, years) : Number.NaN;
};

/** Whether one value lies before another one, or before so many years have passed since; not where either is missing. */
export const isBefore = (value: unknown, other: unknown, years = 0): boolean => place(value) < place(other, years);
