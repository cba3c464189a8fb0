const basic = /^[\x20-\x7e\u0400-\u045f№]*$/;
/** Joiners, soft hyphens, direction marks, variation selectors: characters that are not visible. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const dashes = /[\p{Pd}\u02d7\u2043\u207b\u208b\u2212\u2500]/gu;
const spaces = /[\s\u0085\u2800]+/g;
/**
 * Full-width forms, mathematical digits and similar. The number sign is excluded, because it would become two letters.
 */
const compatible = /[^\0-\u04ff№]+/g;
const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;
const marks = /\p{M}/gu;

/**
 * Returns one spelling of a text for comparisons and identifiers. Invisible characters are removed, any dash becomes a
 * hyphen, any run of spaces one space, full-width signs plain ones. Case and alphabet stay.
 */
export const plain = (text: string): string => {
  if (basic.test(text)) return text.replace(/ {2,}/g, ' ').trim();
  return text
    .normalize('NFC')
    .replace(compatible, part => part.normalize('NFKC'))
    .replace(invisible, '')
    .replace(marks, '')
    .replace(easternDigits, digit => String(digit.charCodeAt(0) & 15))
    .replace(dashes, '-')
    .replace(spaces, ' ')
    .trim();
};

/** Longer texts are no identifiers. The bound keeps a hostile text of a file cheap. */
const longestFramed = 200;
const quoteSigns = `"«»„“”‟‹›'‘’`;
const leading = new RegExp(`^[\\s=*,;${quoteSigns}]+`);
const trailing = new RegExp(`[\\s*,;${quoteSigns}]+$`);
const bracketed = /^(?:\(([^()]*)\)|\[([^[\]]*)\]|<([^<>]*)>)$/;

/**
 * Returns an identifier in plain spelling without the signs that lists, tables and documents write around a value:
 * quotes, brackets, a comma or semicolon after it. Quotes stay if there are others within, as in `12"А"`.
 */
export const unframed = (text: string): string => {
  const whole = plain(text);
  if (whole.length > longestFramed) return whole;
  const bare = whole.replace(leading, '').replace(trailing, '');
  if (bare === '') return whole;
  const [, ...inner] = bracketed.exec(bare) ?? [];
  const within = inner.find(each => each !== undefined)?.trim() ?? bare;
  return new RegExp(`[${quoteSigns}]`).test(within) ? whole.replace(/[\s,;]+$/, '') : within;
};

/** Returns true for a text without a visible character. */
export const isInvisible = (text: string): boolean => text.trim() === '' || plain(text) === '';

/** Invisible characters that reverse the rest of a line on every page with the text. */
export const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** Texts that need invisible characters, because emoji and some scripts use them. */
const needsInvisible =
  /\p{Extended_Pictographic}|[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u;
const otherSpaces = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]/g;

/** Returns a text as stored: normalised, trimmed and without invisible characters. Tabs stay, lines end with a line feed. */
export const tidy = (text: string): string => {
  // Most texts, of which a file has millions, need none of the rules.
  if (basic.test(text)) return text.trim();
  const spaced = text.normalize('NFC').replace(otherSpaces, ' ');
  // Some invisible characters belong to such a script themselves, for example a mark of direction to Arabic.
  const isNeeded = needsInvisible.test(spaced.replace(invisible, ''));
  return spaced
    .replace(isNeeded ? directionControls : invisible, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2010\u2011]/g, '-')
    .trim();
};
