import type { jsPDF } from 'jspdf';
import { graphemesOf } from './graphemes.ts';

/** Stands in place of a character that the typeface does not have. */
export const missingGlyphSign = '◊';
/** Matches all kinds of line ends: CRLF, LF, VT, FF, CR, NEL, line separator, paragraph separator. */
const lineEndPattern = /^(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])$/;
/** Matches invisible characters. They are removed, because some typefaces map them to an empty glyph. */
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns a function that prepares a text for the typeface in use. jsPDF drops the rest of a line at the first
 * character without a glyph. Tabs and unusual spaces therefore become a space, and line ends become a line feed. Other
 * characters without a glyph become `◊`, one for each grapheme. An emoji of several code points is thus one `◊`.
 */
export const makePrintableText = (pdf: jsPDF): ((text: string) => string) => {
  const { metadata } = pdf.getFont() as unknown as { metadata: { characterToGlyph: (code: number) => number } };
  const glyphCache = new Map<string, boolean>();
  const hasGlyph = (character: string): boolean => {
    const cached = glyphCache.get(character);
    if (cached !== undefined) return cached;
    const isShown =
      character.length === 1 && !invisible.test(character) && metadata.characterToGlyph(character.charCodeAt(0)) > 0;
    glyphCache.set(character, isShown);
    return isShown;
  };
  const graphemeText = (grapheme: string): string => {
    if (lineEndPattern.test(grapheme)) return '\n';
    const characters = Array.from(grapheme);
    if (characters.every(hasGlyph)) return grapheme;
    if (/^\s$/.test(grapheme) && grapheme !== '\ufeff') return ' ';
    return characters.filter(hasGlyph).join('') + missingGlyphSign;
  };
  return text => {
    if (Array.from(text).every(character => character === '\n' || hasGlyph(character))) return text;
    let printableText = '';
    for (const grapheme of graphemesOf(text.normalize('NFC'))) printableText += graphemeText(grapheme);
    return printableText;
  };
};
