const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/**
 * Maximum length of a part of a text that the segmenter gets at once, code units. Its time grows with the square of the
 * length.
 */
const chunkLength = 256;

/** Yields characters as people count them: a letter with its accents, an emoji of several code points. */
export function* graphemesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const chunk = text.slice(from, from + chunkLength);
    const graphemes = Array.from(segmenter.segment(chunk), ({ segment }) => segment);
    // The next part of the text begins with the last grapheme of this part, because that grapheme may continue there.
    if (from + chunk.length < text.length && graphemes.length > 1) graphemes.pop();
    yield* graphemes;
    from += graphemes.reduce((length, grapheme) => length + grapheme.length, 0);
  }
}

/** Returns true if no cut can split a grapheme of the text. Such a text has no surrogates, marks or joiners. */
const isSimple = (text: string): boolean => /^[\x20-\x7e\u0400-\u0482\u048a-\u052f№«»–—…]*$/.test(text);

/**
 * Returns the beginning of a text: as many whole graphemes as fit into a number of code units. If the first grapheme is
 * longer, as many whole code points.
 */
export const cutText = (text: string, length: number): string => {
  if (text.length <= length) return text;
  const beginning = text.slice(0, length);
  if (isSimple(text.slice(0, length + 1))) return beginning;
  let fittingLength = 0;
  for (const grapheme of graphemesOf(text)) {
    if (fittingLength + grapheme.length > length) break;
    fittingLength += grapheme.length;
  }
  return fittingLength > 0 ? text.slice(0, fittingLength) : beginning.replace(/[\ud800-\udbff]$/, '');
};

/** Returns a shortened file name without its middle, because beginning and end say what the file is. */
export const cutFileName = (name: string, length: number): string => {
  if (name.length <= length) return name;
  const ending = /\.\p{ASCII}{1,10}$/u.exec(name)?.[0] ?? '';
  return `${cutText(name.slice(0, name.length - ending.length), length - ending.length - 1)}…${ending}`;
};
