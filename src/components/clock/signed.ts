const minus = '\u2212';

const formatCache = new Map<string, Intl.NumberFormat>();

/**
 * Returns a number formatter. Formatters are memoized, because creating one takes longer than the rest of showing a
 * value.
 */
const numberFormatOf = (locale: string, decimals: number): Intl.NumberFormat => {
  const key = `${locale} ${decimals}`;
  const cached = formatCache.get(key);
  if (cached) return cached;
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  formatCache.set(key, format);
  return format;
};

/** Formats a number with its sign and fixed decimals, so that the shown value keeps its width. */
export const formatSigned = (value: number, decimals: number, locale: string): string => {
  const rounded = Number(value.toFixed(decimals));
  const digits = numberFormatOf(locale, decimals).format(Math.abs(rounded));
  return `${rounded > 0 ? '+' : rounded < 0 ? minus : '\u2007'}${digits}`;
};
