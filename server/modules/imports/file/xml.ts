import { SaxesParser } from 'saxes';

export type Attributes = Readonly<Record<string, string>>;

/** Told of each element by its local name, as it comes. */
export interface XmlListener {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads XML in pieces. It knows no entities but XML's own, so that a short file stays short. Throws where it is broken. */
export const readXml = async (pieces: AsyncIterable<string>, { open, close, text }: XmlListener) => {
  const parser = new SaxesParser({});
  parser.on('opentag', ({ name, attributes }) => open?.(local(name), attributes as Attributes));
  parser.on('closetag', ({ name }) => close?.(local(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.on('error', error => {
    throw error;
  });
  let some = false;
  for await (const piece of pieces) {
    some ||= piece !== '';
    parser.write(piece);
  }
  // A file that is not there says nothing.
  if (some) parser.close();
};
