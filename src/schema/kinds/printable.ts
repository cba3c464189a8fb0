import type { jsPDF } from 'jspdf';
import { graphemesOf } from './graphemes.ts';

/** Replaces a character that the typeface does not have. */
export const absent = '◊';
/** CRLF, LF, VT, FF, CR, NEL, line separator, paragraph separator. */
const lineEnds = /^(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])$/;
/** Invisible characters. Some typefaces map them to an empty glyph, which would hide them. */
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns a function that prepares a text for the typeface in use. jsPDF drops the rest of a line at the first
 * character without a glyph. Tabs and unusual spaces therefore become a space, and line ends become a line feed. Other
 * characters without a glyph become `◊`, one for each grapheme. An emoji of several code points is thus one `◊`.
 */
export const printable = (pdf: jsPDF): ((text: string) => string) => {
  const { metadata } = pdf.getFont() as unknown as { metadata: { characterToGlyph: (code: number) => number } };
  const known = new Map<string, boolean>();
  const canShow = (character: string): boolean => {
    const before = known.get(character);
    if (before !== undefined) return before;
    const can =
      character.length === 1 && !invisible.test(character) && metadata.characterToGlyph(character.charCodeAt(0)) > 0;
    known.set(character, can);
    return can;
  };
  const graphemeText = (grapheme: string): string => {
    if (lineEnds.test(grapheme)) return '\n';
    const characters = Array.from(grapheme);
    if (characters.every(canShow)) return grapheme;
    if (/^\s$/.test(grapheme) && grapheme !== '\ufeff') return ' ';
    return characters.filter(canShow).join('') + absent;
  };
  return text => {
    if (Array.from(text).every(character => character === '\n' || canShow(character))) return text;
    let shown = '';
    for (const grapheme of graphemesOf(text.normalize('NFC'))) shown += graphemeText(grapheme);
    return shown;
  };
};
