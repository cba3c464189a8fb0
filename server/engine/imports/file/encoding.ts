import { isAscii, isUtf8 } from 'node:buffer';
import type { ImportEncoding } from '../../../../src/contract/shapes/imports.ts';
import {
  addCodePageScores,
  type CodePage,
  codePages,
  decode,
  indexOfBest,
  pageTables,
  russianScore,
  windows1251Bonus,
} from './codePages.ts';
import { FileRefused, type RequireTime } from './table.ts';

/** A stretch of the text in another encoding than the rest. `from` and `to`: positions of characters. */
export interface OtherStretch {
  readonly from: number;
  readonly to: number;
  readonly encoding: ImportEncoding;
}

export interface DecodedText {
  readonly text: string;
  readonly encoding: ImportEncoding;
  readonly otherStretches: readonly OtherStretch[];
  /** True if the letters are so few that another encoding is nearly as likely. */
  readonly isUnsure?: boolean;
}

/** Minimum lead in score of the encoding of a file. With a smaller lead, the letters may be Russian in two code pages. */
const sureLeadMin = 4;
/** Minimum lead in score of another code page for a line. Otherwise the line is read in the code page of its file. */
const lineMarginMin = 6;

/**
 * Whether text that is valid UTF-8 was written in UTF-8. A word in cp866 may be valid UTF-8 by chance, and then gives
 * letters of distant scripts.
 */
const isLikelyUtf8 = (text: string): boolean =>
  /[\u0080-\u04ff\u2010-\u2122\ud800-\udfff]/.test(text) || /(?:[\u0800-\ud7ff][^\u0800-\ud7ff]*){9}/.test(text);

/** Whether a line contains a pair of bytes that is a Russian letter in UTF-8. */
const mayHaveUtf8 = (line: Uint8Array): boolean => {
  for (let at = 0; at < line.length - 1; at += 1)
    if ((line[at] === 0xd0 || line[at] === 0xd1) && ((line[at + 1] as number) & 0xc0) === 0x80) return true;
  return false;
};

/** Maximum number of bytes of a line that decide about its encoding. */
const lineBytesMax = 4_000_000;

/** Whether bytes that are not valid UTF-8 are UTF-8 with some damaged letters. */
const isDamagedUtf8 = (bytes: Uint8Array): boolean => {
  if (!mayHaveUtf8(bytes)) return false;
  // A longer line is refused later, whatever its encoding.
  const text = decode(bytes.subarray(0, lineBytesMax), 'utf-8');
  // Characters are counted in a loop, without a list, because a file of 40 MB may be one line.
  let [damaged, letters] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) damaged += 1;
    else if ((code >= 0x400 && code <= 0x4ff) || (code >= 0x2010 && code <= 0x2122)) letters += 1;
  }
  return letters >= 2 && letters > 2 * damaged;
};

/** Detects UTF-16 without a byte order mark: every second byte is 0 (Latin) or 4 (Russian). */
const detectUtf16 = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  const sample = bytes.subarray(0, 4096);
  const [pairs, counts] = [Math.floor(sample.length / 2), [0, 0]];
  for (let at = 0; at < 2 * pairs; at += 1)
    if (sample[at] === 0 || sample[at] === 4) counts[at % 2] = (counts[at % 2] as number) + 1;
  const [even = 0, odd = 0] = counts;
  if (pairs < 2 || sample.includes(0) === false) return undefined;
  if (odd > 0.7 * pairs && even < 0.3 * pairs) return 'utf-16le';
  return even > 0.7 * pairs && odd < 0.3 * pairs ? 'utf-16be' : undefined;
};

/**
 * Returns the bytes of UTF-16 without a single last byte, which is no whole character. Such a byte is half of a line
 * end, an end mark or a filler.
 */
const withoutOddByte = (bytes: Uint8Array): Uint8Array => {
  const last = bytes[bytes.length - 1] as number;
  return bytes.length % 2 === 1 && [0, 0x0a, 0x0d, 0x1a, 0x20].includes(last) ? bytes.subarray(0, -1) : bytes;
};

/** Whether the bytes are UTF-8 except for an incomplete character at the end. */
const isCutUtf8 = (bytes: Uint8Array, hasOtherUtf8: boolean): boolean => {
  const tail = [1, 2, 3].find(length => (bytes[bytes.length - length] ?? 0) >= 0xc2);
  if (tail === undefined) return false;
  const rest = bytes.subarray(0, -tail);
  return isUtf8(rest) && (hasOtherUtf8 || rest.some(byte => byte >= 0x80));
};

interface Line {
  readonly from: number;
  readonly to: number;
  readonly isUtf8: boolean;
}

/** Maximum number of lines with Russian letters, more than any permitted file has. */
const linesMax = 1_000_000;

/** Returns the lines that are not ASCII. `from` and `to` of a line are positions of bytes. */
const findNonAsciiLines = (bytes: Uint8Array, requireTime: RequireTime): readonly Line[] => {
  const lines: Line[] = [];
  let [from, isAscii, hasUtf8] = [0, true, false];
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at] ?? 0x0a;
    if (byte >= 0x80) isAscii = false;
    else if (byte === 0x0a || byte === 0x0d) {
      if (!isAscii) {
        if (lines.length % 1000 === 0) requireTime();
        if (lines.length === linesMax) throw new FileRefused('TABLE_TOO_LARGE');
        const line = bytes.subarray(from, at);
        const isLast = at >= bytes.length;
        const isValidUtf8 = isUtf8(line)
          ? mayHaveUtf8(line) || isLikelyUtf8(decode(line, 'utf-8'))
          : isDamagedUtf8(line);
        lines.push({ from, to: at, isUtf8: isValidUtf8 || (isLast && isCutUtf8(line, hasUtf8)) });
        hasUtf8 ||= isValidUtf8;
      }
      [from, isAscii] = [at + 1, true];
    }
  }
  return lines;
};

const separators = new Set([0x09, 0x2c, 0x3b, 0x7c]);

/** Yields the values of a line as bytes, each with the separator after the value. */
function* splitValues(line: Uint8Array): Generator<Uint8Array> {
  let from = 0;
  for (let at = 0; at < line.length; at += 1)
    if (separators.has(line[at] as number)) {
      yield line.subarray(from, at + 1);
      from = at + 1;
    }
  if (from < line.length) yield line.subarray(from);
}

/** Whether a value is UTF-8. It must have two Russian letters, because one valid pair of bytes may be chance. */
const isUtf8Value = (value: Uint8Array): boolean =>
  isUtf8(value) && (decode(value, 'utf-8').match(/[\u0400-\u04ff]/g)?.length ?? 0) >= 2;

/**
 * Maximum number of characters of a text file that is not ASCII. Each takes two bytes in the decoded text, and decoding
 * needs them twice, so a longer text would cost more than 200 MB.
 */
export const textLettersMax = 24_000_000;

const countCharacters = (bytes: Uint8Array, encoding: ImportEncoding): number => {
  if (encoding.startsWith('utf-16')) return bytes.length / 2;
  if (encoding !== 'utf-8') return bytes.length;
  let count = 0;
  // Bytes from 0x80 to 0xBF continue a letter.
  for (let at = 0; at < bytes.length; at += 1) if (((bytes[at] as number) & 0xc0) !== 0x80) count += 1;
  return count;
};

/** Joins a text from parts in several encodings. Records which parts are not in the main encoding. */
class TextBuilder {
  #parts: string[] = [];
  #length = 0;
  readonly otherStretches: OtherStretch[] = [];

  constructor(readonly encoding: ImportEncoding) {}

  add(bytes: Uint8Array, encoding = this.encoding): void {
    if (bytes.length === 0) return;
    if (this.#length + countCharacters(bytes, encoding) > textLettersMax) throw new FileRefused('TEXT_FILE_TOO_LARGE');
    const text = decode(bytes, encoding);
    const from = this.#length;
    this.#parts.push(text);
    this.#length += text.length;
    if (encoding !== this.encoding && bytes.some(byte => byte >= 0x80))
      this.otherStretches.push({ from, to: this.#length, encoding });
  }

  end(): DecodedText {
    return { text: this.#parts.join(''), encoding: this.encoding, otherStretches: this.otherStretches };
  }
}

/** Maximum length of a line whose values are judged one by one, bytes. */
const valueCheckBytesMax = 256 * 1024;

/** Decodes text in UTF-8, in a code page, or in several of these, line by line. */
const decodeByLines = (bytes: Uint8Array, requireTime: RequireTime): DecodedText => {
  const lines = findNonAsciiLines(bytes, requireTime);
  const nonUtf8Lines = lines.filter(line => !line.isUtf8);
  const scores = Float64Array.of(windows1251Bonus, 0, 0, 0);
  for (const { from, to } of nonUtf8Lines) addCodePageScores(bytes.subarray(from, to), scores);
  const pageOfFile = indexOfBest(scores);
  const encoding = nonUtf8Lines.length > lines.length / 2 ? (codePages[pageOfFile] as CodePage) : 'utf-8';
  const secondScore = Math.max(...scores.filter((_, page) => page !== pageOfFile));
  const isUnsure = encoding !== 'utf-8' && (scores[pageOfFile] as number) - secondScore < sureLeadMin;
  const text = new TextBuilder(encoding);
  const codePageOf = (parts: readonly Uint8Array[]): CodePage => {
    const filePageScore = parts.reduce(
      (sum, part) => sum + russianScore(part, pageTables[pageOfFile] as (typeof pageTables)[number]),
      0,
    );
    if (filePageScore > 0) return codePages[pageOfFile] as CodePage;
    const lineScores = new Float64Array(codePages.length);
    for (const part of parts) addCodePageScores(part, lineScores);
    const best = indexOfBest(lineScores);
    const isSure = (lineScores[best] as number) > (lineScores[pageOfFile] as number) + lineMarginMin;
    return codePages[isSure ? best : pageOfFile] as CodePage;
  };
  let decodedTo = 0;
  for (const [at, line] of lines.entries()) {
    if (at % 1000 === 0) requireTime();
    const lineBytes = bytes.subarray(line.from, line.to);
    // The values of one line may also be in different encodings, because they may come from several sources.
    const isWhole = line.isUtf8 || lineBytes.length > valueCheckBytesMax || !mayHaveUtf8(lineBytes);
    const values = isWhole ? [lineBytes] : [...splitValues(lineBytes)];
    const utf8Values = line.isUtf8 ? new Set(values) : new Set(values.filter(isUtf8Value));
    const page = line.isUtf8 ? 'utf-8' : codePageOf(values.filter(value => !utf8Values.has(value)));
    // A line in the encoding of the file is not decoded alone. It is decoded together with the lines around it.
    if (page === encoding && (line.isUtf8 || utf8Values.size === 0)) continue;
    text.add(bytes.subarray(decodedTo, line.from));
    decodedTo = line.to;
    for (const value of values) text.add(value, utf8Values.has(value) ? 'utf-8' : page);
  }
  text.add(bytes.subarray(decodedTo));
  return { ...text.end(), isUnsure };
};

/** Decodes a file. The encoding is the chosen one, or is detected by the byte order mark or by the letters. */
export const decodeText = (
  bytes: Uint8Array,
  requireTime: RequireTime,
  chosenEncoding?: ImportEncoding | null,
): DecodedText => {
  const decodeWhole = (encoding: ImportEncoding): DecodedText => {
    if (!isAscii(bytes) && countCharacters(bytes, encoding) > textLettersMax)
      throw new FileRefused('TEXT_FILE_TOO_LARGE');
    const text = decode(encoding.startsWith('utf-16') ? withoutOddByte(bytes) : bytes, encoding);
    return { text, encoding, otherStretches: [] };
  };
  if (chosenEncoding) return decodeWhole(chosenEncoding);
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return decodeWhole('utf-16le');
  if (first === 0xfe && second === 0xff) return decodeWhole('utf-16be');
  const utf16 = detectUtf16(bytes);
  if (utf16) return decodeWhole(utf16);
  const hasUtf8Mark = first === 0xef && second === 0xbb && third === 0xbf;
  if (isUtf8(bytes)) {
    const decoded = decodeWhole('utf-8');
    if (hasUtf8Mark || isLikelyUtf8(decoded.text) || !bytes.some(byte => byte >= 0x80)) return decoded;
  }
  // Some programs put the mark of UTF-8 before a text in a code page.
  return decodeByLines(hasUtf8Mark ? bytes.subarray(3) : bytes, requireTime);
};
