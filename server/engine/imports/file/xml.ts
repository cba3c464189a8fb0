import { SaxesParser } from 'saxes';
import { FileRefused } from './table.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Receives the elements of an XML file by local name (without prefix), in document order. */
export interface XmlListener {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Called between two pieces of the file. Returns true if the rest of the file is not needed. */
  readonly isEnough?: () => boolean;
}

/** Maximum length of a text, a tag or a comment, in characters. The parser keeps each in memory until its end. */
const tokenLettersMax = 1_000_000;
/** Maximum depth of nested elements. Tables have a dozen levels. */
const depthMax = 200;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML in pieces. Throws for broken XML. Resolves only XML's own entities, because others could turn a short file
 * into a huge text.
 */
export const readXml = async (pieces: AsyncIterable<string>, { open, close, text, isEnough }: XmlListener) => {
  const parser = new SaxesParser({});
  let [depth, lettersSinceToken] = [0, 0];
  const endToken = () => {
    lettersSinceToken = 0;
  };
  parser.on('opentag', ({ name, attributes }) => {
    endToken();
    depth += 1;
    if (depth > depthMax) throw new FileRefused('TABLE_BROKEN');
    open?.(localName(name), attributes as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    endToken();
    depth -= 1;
    close?.(localName(name));
  });
  const addText = (piece: string) => {
    endToken();
    text?.(piece);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  for (const kind of ['comment', 'processinginstruction', 'doctype', 'xmldecl'] as const) parser.on(kind, endToken);
  parser.on('error', error => {
    throw error;
  });
  let hasContent = false;
  for await (const piece of pieces) {
    hasContent ||= piece !== '';
    // The length is counted from the end of the last text, tag or comment. So the parser holds at most one piece more
    // than the maximum.
    lettersSinceToken += piece.length;
    parser.write(piece);
    if (lettersSinceToken > tokenLettersMax) throw new FileRefused('TABLE_TOO_LARGE');
    if (isEnough?.()) return;
  }
  // A file that the archive does not contain has no content. The parser is then not closed, because it would report an
  // error.
  if (hasContent) parser.close();
};
