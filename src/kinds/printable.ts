import type { jsPDF } from 'jspdf';

/** Stands where the face has no sign. */
const absent = '◊';
const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Joiners and selectors of variants: they have no look of their own. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Texts as the face of a PDF can show them. jsPDF leaves out what its face has not, and what was said would be another thing without
 * a trace: each such sign becomes a visible one.
 */
export const printable = (pdf: jsPDF): ((text: string) => string) => {
  const { metadata } = pdf.getFont() as unknown as { metadata: { characterToGlyph: (code: number) => number } };
  const isThere = (sign: string) => sign.length === 1 && metadata.characterToGlyph(sign.charCodeAt(0)) > 0;
  const isWhole = (text: string) => Array.from(text).every(sign => sign === '\n' || isThere(sign));
  const replaced = (text: string) =>
    Array.from(signs.segment(text.normalize('NFC')), ({ segment }) => {
      if (/^[\n\r\t]+$/.test(segment)) return segment;
      if (/^\s$/.test(segment)) return isThere(segment) ? segment : ' ';
      const seen = segment.replace(unseen, '');
      return Array.from(seen).every(isThere) ? seen : absent;
    }).join('');
  return text => (isWhole(text) ? text : replaced(text));
};
