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
  return text
    .normalize('NFC')
    .replace(needsInvisible.test(text) ? directionControls : invisible, '')
    .replace(otherSpaces, ' ')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2010\u2011]/g, '-')
    .trim();
};
