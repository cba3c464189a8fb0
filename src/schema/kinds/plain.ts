const basicPattern = /^[\x20-\x7e\u0400-\u045f№]*$/;
/** Matches invisible characters: joiners, soft hyphens, direction marks, variation selectors. */
const invisibleCharacters = /\p{Default_Ignorable_Code_Point}/gu;
const dashPattern = /[\p{Pd}\u02d7\u2043\u207b\u208b\u2212\u2500]/gu;
const spacePattern = /[\s\u0085\u2800]+/g;
/**
 * Matches characters for which Unicode may have a simpler equivalent (NFKC): full-width forms, mathematical digits. `№`
 * is excluded, because it would become the two letters `No`.
 */
const compatibilityForms = /[^\0-\u04ff№]+/g;
/**
 * Returns the simpler equivalents of characters. Single characters that Unicode writes out as words, up to 18 letters,
 * stay as they are: a hostile text of them would grow to many times its length.
 */
const withSimplerForms = (part: string): string => {
  const simpler = part.normalize('NFKC');
  return simpler.length > 3 * part.length ? part : simpler;
};
/** Maximum length of a text that is brought to one spelling, characters. No identifier and no name is longer. */
const uniformLengthMax = 5000;
const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;
const combiningMarks = /\p{M}/gu;

/**
 * Returns one spelling of a text, for comparisons and identifiers. Invisible characters are removed. Every dash becomes
 * a hyphen, several spaces become one, full-width characters become usual ones. Case and alphabet do not change. A text
 * over 5,000 characters is only trimmed.
 */
export const uniformSpelling = (text: string): string => {
  if (text.length > uniformLengthMax) return text.trim();
  if (basicPattern.test(text)) return text.replace(/ {2,}/g, ' ').trim();
  return text
    .normalize('NFC')
    .replace(compatibilityForms, withSimplerForms)
    .replace(invisibleCharacters, '')
    .replace(combiningMarks, '')
    .replace(easternDigits, digit => String(digit.charCodeAt(0) & 15))
    .replace(dashPattern, '-')
    .replace(spacePattern, ' ')
    .trim();
};

/**
 * Maximum length of an identifier whose quotes and punctuation are removed, characters. Longer texts stay unchanged,
 * because a hostile file would cost too much time.
 */
const maxIdentifierLength = 200;
const quoteSigns = `"«»„“”‟‹›'‘’`;
const leadingSigns = new RegExp(`^[\\s=*,;${quoteSigns}]+`);
const trailingSigns = new RegExp(`[\\s*,;${quoteSigns}]+$`);
const bracketedPattern = /^(?:\(([^()]*)\)|\[([^[\]]*)\]|<([^<>]*)>)$/;

/**
 * Returns an identifier in uniform spelling (`uniformSpelling`). Quotes and brackets around it, and a comma or
 * semicolon after it, are removed. Outer quotes stay if there are more quotes between them, as in `12"А"`.
 */
export const withoutQuotes = (text: string): string => {
  const whole = uniformSpelling(text);
  if (whole.length > maxIdentifierLength) return whole;
  const trimmed = whole.replace(leadingSigns, '').replace(trailingSigns, '');
  if (trimmed === '') return whole;
  const [, ...inner] = bracketedPattern.exec(trimmed) ?? [];
  const unbracketed = inner.find(each => each !== undefined)?.trim() ?? trimmed;
  return new RegExp(`[${quoteSigns}]`).test(unbracketed) ? whole.replace(/[\s,;]+$/, '') : unbracketed;
};

const visibleCharacter = /[^\p{Default_Ignorable_Code_Point}\p{M}\s\u0085\u2800]/u;
/** Returns true for a text without a visible character. */
export const isInvisible = (text: string): boolean => !visibleCharacter.test(text);

/**
 * Matches invisible characters that change the direction of text. They could reverse the rest of a line on every page
 * with the text.
 */
export const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** Matches texts that may contain invisible characters legitimately. Emoji and some scripts need these characters. */
const needsInvisible =
  /\p{Extended_Pictographic}|[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u;
const otherSpaces = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]/g;

/**
 * Returns a text as stored: normalised, trimmed and without invisible characters. Tabs stay, and every line end becomes
 * a line feed.
 */
export const tidy = (text: string): string => {
  // Most texts are simple and need only `trim`. The short cut saves time, because a file may have millions of texts.
  if (basicPattern.test(text)) return text.trim();
  const withPlainSpaces = text.normalize('NFC').replace(otherSpaces, ' ');
  // Invisible characters are removed before the text is tested for scripts. Some of them belong to a script themselves,
  // such as the Arabic letter mark.
  const needsJoiners = needsInvisible.test(withPlainSpaces.replace(invisibleCharacters, ''));
  return withPlainSpaces
    .replace(needsJoiners ? directionControls : invisibleCharacters, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2010\u2011]/g, '-')
    .trim();
};

/** Returns a text as stored (`tidy`) in one line: each tab and line end, with the blanks around it, becomes one blank. */
export const tidyLine = (text: string): string => tidy(text).replace(/ *[\t-\r][\t-\r ]*/g, ' ');
