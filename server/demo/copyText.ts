import type { Cell } from './rows.ts';

const special = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string => text.replace(special, letter => escapes[letter] ?? letter);

/** Text of an array. Elements are numbers or words, quoted because of commas. */
const arrayText = (list: readonly (string | number)[]): string =>
  `{${list.map(entry => (typeof entry === 'number' ? entry : JSON.stringify(entry))).join(',')}}`;

const cellText = (cell: Cell): string => {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return escaped(cell);
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  if (cell instanceof Date) return cell.toISOString();
  if (cell instanceof Uint8Array) {
    const hex = Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('hex');
    return `\\\\x${hex}`;
  }
  if ('json' in cell) return escaped(JSON.stringify(cell.json));
  return escaped(arrayText(cell));
};

const chunkLength = 256 * 1024;

/** Rows in COPY's text format, in large chunks. */
export function* copyText(rows: Iterable<readonly Cell[]>, count: () => void): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    let line = '';
    for (let at = 0; at < row.length; at++) line += at === 0 ? cellText(row[at]!) : `\t${cellText(row[at]!)}`;
    chunk += `${line}\n`;
    count();
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}
