import { SaxesParser } from 'saxes';
import { FileRefused } from './table.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Receives the elements by local name, in document order. */
export interface XmlListener {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Called between two pieces. Returns true if the rest of the file is not needed. */
  readonly isEnough?: () => boolean;
}

/** Maximum length of a text, a tag or a comment, in letters. The parser keeps each in memory until its end. */
const tokenMax = 1_000_000;
/** Maximum depth of elements. Tables have a dozen levels. */
const depthMax = 200;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML in pieces. Throws for broken XML. Resolves only XML's own entities, because others could turn a short file
 * into a huge text.
 */
export const readXml = async (pieces: AsyncIterable<string>, { open, close, text, isEnough }: XmlListener) => {
  const parser = new SaxesParser({});
  let [depth, sinceToken] = [0, 0];
  const endToken = () => {
    sinceToken = 0;
  };
  parser.on('opentag', ({ name, attributes }) => {
    endToken();
    depth += 1;
    if (depth > depthMax) throw new FileRefused('TABLE_BROKEN');
    open?.(local(name), attributes as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    endToken();
    depth -= 1;
    close?.(local(name));
  });
  const take = (piece: string) => {
    endToken();
    text?.(piece);
  };
  parser.on('text', take);
  parser.on('cdata', take);
  for (const kind of ['comment', 'processinginstruction', 'doctype', 'xmldecl'] as const) parser.on(kind, endToken);
  parser.on('error', error => {
    throw error;
  });
  let some = false;
  for await (const piece of pieces) {
    some ||= piece !== '';
    // Counted from the last token of the previous pieces. So the parser holds at most one piece more than the maximum.
    sinceToken += piece.length;
    parser.write(piece);
    if (sinceToken > tokenMax) throw new FileRefused('TABLE_TOO_LARGE');
    if (isEnough?.()) return;
  }
  // A missing file has no content.
  if (some) parser.close();
};
