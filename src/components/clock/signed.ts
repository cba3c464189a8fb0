const minus = '\u2212';

/** Number with its sign and a fixed count of decimals, so that a read-out never changes its width for a sign. */
export const signed = (value: number, decimals: number, locale: string): string => {
  const rounded = Number(value.toFixed(decimals));
  const digits = Math.abs(rounded).toLocaleString(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return `${rounded > 0 ? '+' : rounded < 0 ? minus : '\u2007'}${digits}`;
};
