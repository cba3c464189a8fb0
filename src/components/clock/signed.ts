const minus = '\u2212';

/** Number with its sign and fixed decimals, so that a read-out keeps its width. */
export const signed = (value: number, decimals: number, locale: string): string => {
  const rounded = Number(value.toFixed(decimals));
  const digits = Math.abs(rounded).toLocaleString(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return `${rounded > 0 ? '+' : rounded < 0 ? minus : '\u2007'}${digits}`;
};
