import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface ReadLetter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly link: string | undefined;
}

const decodedHeader = (header: string): string =>
  header.replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=\s*/gi, (_, kind: string, body: string) =>
    kind.toUpperCase() === 'B' ? Buffer.from(body, 'base64').toString() : quoted(body.replaceAll('_', ' ')),
  );

const quoted = (body: string): string =>
  Buffer.from(
    body
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

const decoded = (part: string): string => {
  const [head = '', ...rest] = part.split('\n\n');
  const body = rest.join('\n\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  return /quoted-printable/i.test(head) ? quoted(body) : body;
};

export const readLetter = (bytes: string): ReadLetter => {
  const source = bytes.replaceAll('\r\n', '\n');
  const header = (name: string) =>
    decodedHeader(new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)`, 'im').exec(source)?.[1]?.replace(/\n[ \t]/g, ' ') ?? '');
  // A letter with an attachment has its texts in a part within a part.
  const parts = [...source.matchAll(/boundary="([^"]+)"/g)].reduce(
    (pieces, [, boundary]) => pieces.flatMap(piece => piece.split(`--${boundary}`)),
    [source],
  );
  const plain = parts.find(part => part.trimStart().startsWith('Content-Type: text/plain')) ?? '';
  const text = decoded(plain.trimStart());
  return { to: header('To'), subject: header('Subject'), text, link: /https?:\/\/\S+/.exec(text)?.[0] };
};

/** Returns letters that were written to files without a mail server, oldest first. */
export const lettersIn = (folder: string): ReadLetter[] => {
  try {
    return readdirSync(folder)
      .sort()
      .map(name => readLetter(readFileSync(join(folder, name), 'utf8')));
  } catch {
    return [];
  }
};
