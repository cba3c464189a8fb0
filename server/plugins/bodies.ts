import type { FastifyInstance } from 'fastify';
import { ordinaryBodyBytes } from '../../src/contract/call.ts';
import { UnreadBody } from '../engine/validation.ts';
import { DomainError } from '../errors.ts';

const maxDepth = 32;
/** Maximum number of lists and objects in a JSON body: twice as many as in the largest valid message. */
const maxContainers = 1_000_000;
/**
 * Maximum number of members of one JSON object. The names of an object are sorted and copied, and two million of them
 * would hold a thread for a minute.
 */
const maxMembers = 10_000;

const charCodes = {
  quote: 34,
  minus: 45,
  colon: 58,
  openList: 91,
  backslash: 92,
  closeList: 93,
  i: 105,
  n: 110,
  open: 123,
  close: 125,
};

/**
 * Throws for JSON that is nested too deeply, has too many lists and objects, or an object with too many members.
 * Parsing such JSON would take twenty times the memory of the text.
 * This function only counts brackets and colons. The parser checks validity.
 */
export const refuseComplexJson = (bytes: Uint8Array): void => {
  let depth = 0;
  let containers = 0;
  let isQuoted = false;
  const members = new Uint32Array(maxDepth + 1);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (isQuoted) {
      if (byte === charCodes.backslash) i++;
      else if (byte === charCodes.quote) isQuoted = false;
    } else if (byte === charCodes.quote) isQuoted = true;
    else if (byte === charCodes.openList || byte === charCodes.open) {
      depth++;
      containers++;
      if (depth > maxDepth) throw new DomainError('MALFORMED', { values: { detail: `> ${maxDepth} levels` } });
      if (containers > maxContainers)
        throw new DomainError('MALFORMED', { values: { detail: `> ${maxContainers} lists and objects` } });
      members[depth] = 0;
    } else if (byte === charCodes.colon) {
      members[depth]!++;
      if (members[depth]! > maxMembers)
        throw new DomainError('MALFORMED', { values: { detail: `> ${maxMembers} members` } });
    } else if (byte === charCodes.closeList || byte === charCodes.close) depth--;
  }
};

const lowerCaseBit = 32;
const nonNumberWords = ['nan', 'infinity', 'inf'].map(word => Buffer.from(word));
const nullBytes = Buffer.from('null');

/** Whether a word in lower case is in the bytes at this index, in any case. */
const hasWordAt = (bytes: Uint8Array, index: number, word: Uint8Array): boolean => {
  for (let i = 0; i < word.length; i++) if ((bytes[index + i]! | lowerCaseBit) !== word[i]) return false;
  return true;
};

/**
 * Replaces each `NaN` or `Infinity` outside quoted texts by `null`. Java, Python and C write unknown numbers so, but
 * JSON does not allow them. Without the replacement the message would be lost.
 * Works on bytes instead of texts, because a body may consist of millions of these words.
 */
export const replaceNonNumbers = (bytes: Buffer): Buffer => {
  let replaced: Buffer | undefined;
  let length = 0;
  let copiedUpTo = 0;
  const copyUpTo = (end: number): Buffer => {
    // The shortest word has three bytes, and `null` has four.
    replaced ??= Buffer.allocUnsafe(Math.ceil((bytes.length * 4) / 3));
    while (copiedUpTo < end) replaced[length++] = bytes[copiedUpTo++]!;
    return replaced;
  };
  let isQuoted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (isQuoted) {
      if (byte === charCodes.backslash) i++;
      else if (byte === charCodes.quote) isQuoted = false;
      continue;
    }
    if (byte === charCodes.quote) isQuoted = true;
    const letter = byte | lowerCaseBit;
    if (letter !== charCodes.n && letter !== charCodes.i) continue;
    const word = nonNumberWords.find(each => hasWordAt(bytes, i, each));
    if (!word) continue;
    const target = copyUpTo(bytes[i - 1] === charCodes.minus ? i - 1 : i);
    for (const code of nullBytes) target[length++] = code;
    copiedUpTo = i + word.length;
    i = copiedUpTo - 1;
  }
  return replaced ? copyUpTo(bytes.length).subarray(0, length) : bytes;
};

/** Registers the JSON parser. It leaves large messages of platforms unparsed, because their handlers parse them. */
export const registerBodies = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error');
  // A member of a device's message may have any name, and must not keep the message out. Such a member becomes a plain
  // own property, which no reader of messages copies by assignment.
  const parseMessage = server.getDefaultJsonParser('ignore', 'ignore');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, parsed) => {
    const bytes = body as Buffer;
    const { access } = request.routeOptions.config as { access?: unknown };
    if (access === 'platform' && bytes.length > ordinaryBodyBytes) return parsed(null, new UnreadBody(bytes));
    refuseComplexJson(bytes);
    return access === 'platform'
      ? parseMessage(request, replaceNonNumbers(bytes).toString('utf8'), parsed)
      : parse(request, bytes.toString('utf8'), parsed);
  });
};
