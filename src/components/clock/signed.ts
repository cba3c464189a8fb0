const minus = '\u2212';

const formats = new Map<string, Intl.NumberFormat>();

/** Formatters are memoized, because creating one takes longer than the rest of a read-out. */
const formatOf = (locale: string, decimals: number): Intl.NumberFormat => {
  const key = `${locale} ${decimals}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  formats.set(key, made);
  return made;
};

/** Formats a number with its sign and fixed decimals, so that a read-out keeps its width. */
export const signed = (value: number, decimals: number, locale: string): string => {
  const rounded = Number(value.toFixed(decimals));
  const digits = formatOf(locale, decimals).format(Math.abs(rounded));
  return `${rounded > 0 ? '+' : rounded < 0 ? minus : '\u2007'}${digits}`;
};
