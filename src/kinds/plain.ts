const basic = /^[\x20-\x7e\u0400-\u045f№]*$/;
/** Joiners, soft hyphens, direction marks, variation selectors: none has a look of its own. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const dashes = /[\p{Pd}\u02d7\u2043\u207b\u208b\u2212\u2500]/gu;
const spaces = /[\s\u0085\u2800]+/g;
/** Full-width forms, mathematical digits and the like. The number sign would become two letters. */
const compatible = /[^\0-\u04ff№]+/g;
const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;
const marks = /\p{M}/gu;

/**
 * One spelling of a text for comparing and for identifiers: no invisible characters, any dash as a hyphen, any run of spaces
 * as one space, full-width signs as plain ones. Keeps case and alphabet.
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

/** Unseen, and they turn what follows them in the line, on every page that shows the text. */
export const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** Emoji are joined by invisible characters, and some scripts are written with them. */
const needsInvisible =
  /\p{Extended_Pictographic}|[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u;
const otherSpaces = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]/g;

/** Returns a text as stored: normalised, trimmed and without invisible characters. Tabs stay, lines end with a line feed. */
export const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replace(needsInvisible.test(text) ? directionControls : invisible, '')
    .replace(otherSpaces, ' ')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2010\u2011]/g, '-')
    .trim();
