import { SaxesParser } from 'saxes';
import { FileRefused } from './table.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Told of each element by its local name, as it comes. */
export interface XmlListener {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Called between two pieces. Returns true if the rest of the file is not needed. */
  readonly isEnough?: () => boolean;
}

/** The parser keeps a text, a tag or a comment in memory until its end: longer ones are refused before. Letters. */
const tokenMax = 1_000_000;
/** Elements within each other; tables have a dozen. */
const depthMax = 200;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads XML in pieces. It knows no entities but XML's own, so that a short file stays short. Throws where it is broken. */
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
    // Counted after the last token of the piece: what the parser holds back is at most one piece longer.
    sinceToken += piece.length;
    parser.write(piece);
    if (sinceToken > tokenMax) throw new FileRefused('TABLE_TOO_LARGE');
    if (isEnough?.()) return;
  }
  // A file that is not there says nothing.
  if (some) parser.close();
};
