import { SaxesParser } from 'saxes';
import { FileRefused } from './table.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Receives the elements of an XML file by local name (without prefix), in document order. */
export interface XmlListener {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Local names of elements that are left out, with all that is in them. */
  readonly leftOut?: ReadonlySet<string>;
  /** Called between two pieces of the file. Returns true if the rest of the file is not needed. */
  readonly isEnough?: () => boolean;
}

/** Maximum length of a text, a tag or a comment, in characters. The parser keeps each in memory until its end. */
const tokenLettersMax = 1_000_000;
/** Maximum depth of nested elements. Tables have a dozen levels. */
const depthMax = 200;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Beginning of the namespaces of Microsoft's extensions, all of which Excel knows. */
const excelNamespace = 'http://schemas.microsoft.com/office/';

/**
 * Returns a function that tells whether an element is left out, with all that is in it. Of the alternatives of
 * `AlternateContent` a spreadsheet shows the first one whose namespaces the program knows, or else the fallback.
 */
const makeAlternativeFilter = () => {
  const namespaces = new Map<string, string>();
  const hasChosen: boolean[] = [];
  const open = (name: string, attributes: Attributes): boolean => {
    for (const [attribute, value] of Object.entries(attributes))
      if (attribute.startsWith('xmlns:')) namespaces.set(attribute.slice(6), value);
    if (name === 'AlternateContent') hasChosen.push(false);
    if (hasChosen.length === 0 || (name !== 'Choice' && name !== 'Fallback')) return false;
    const prefixes = name === 'Choice' ? (attributes.Requires ?? '').trim().split(/\s+/) : [];
    const isKnown = prefixes.every(prefix => namespaces.get(prefix)?.startsWith(excelNamespace));
    const isLeftOut = hasChosen.at(-1) === true || !isKnown;
    if (!isLeftOut) hasChosen[hasChosen.length - 1] = true;
    return isLeftOut;
  };
  const close = (name: string): void => {
    if (name === 'AlternateContent') hasChosen.pop();
  };
  return { open, close };
};

/**
 * Reads XML in pieces. Throws for broken XML. Resolves only XML's own entities, because others could turn a short file
 * into a huge text.
 */
export const readXml = async (
  pieces: AsyncIterable<string>,
  { open, close, text, leftOut, isEnough }: XmlListener,
): Promise<void> => {
  const parser = new SaxesParser({});
  const alternatives = makeAlternativeFilter();
  let [depth, lettersSinceToken] = [0, 0];
  /** Depth of the element that is left out. Undefined: none is. */
  let leftOutDepth: number | undefined;
  const endToken = () => {
    lettersSinceToken = 0;
  };
  parser.on('opentag', ({ name, attributes }) => {
    endToken();
    depth += 1;
    if (depth > depthMax) throw new FileRefused('TABLE_BROKEN');
    if (leftOutDepth !== undefined) return;
    const local = localName(name);
    if (alternatives.open(local, attributes as Attributes) || leftOut?.has(local)) leftOutDepth = depth;
    else open?.(local, attributes as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    endToken();
    const isLeftOut = leftOutDepth !== undefined;
    if (leftOutDepth === depth) leftOutDepth = undefined;
    depth -= 1;
    if (isLeftOut) return;
    alternatives.close(localName(name));
    close?.(localName(name));
  });
  const addText = (piece: string) => {
    endToken();
    if (leftOutDepth === undefined) text?.(piece);
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
