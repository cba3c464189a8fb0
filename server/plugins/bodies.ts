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

const charCodes = { quote: 34, colon: 58, backslash: 92, openList: 91, closeList: 93, open: 123, close: 125 };

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

const nonNumberPattern = /-?(?:nan|inf(?:inity)?)/iy;

/**
 * Replaces each `NaN` or `Infinity` outside quoted texts by `null`. Java, Python and C write unknown numbers so, but
 * JSON does not allow them. Without the replacement the message would be lost.
 */
export const replaceNonNumbers = (text: string): string => {
  if (!/nan|inf/i.test(text)) return text;
  const parts: string[] = [];
  let copiedUpTo = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    if (letter === '"') {
      do i = text.indexOf('"', i + 1);
      while (i > 0 && isEscaped(text, i));
      if (i < 0) break;
      continue;
    }
    if (!'-nNiI'.includes(letter)) continue;
    nonNumberPattern.lastIndex = i;
    const literal = nonNumberPattern.exec(text)?.[0];
    if (!literal) continue;
    parts.push(text.slice(copiedUpTo, i), 'null');
    i += literal.length - 1;
    copiedUpTo = i + 1;
  }
  return copiedUpTo === 0 ? text : parts.join('') + text.slice(copiedUpTo);
};

/** Whether the quotation mark at the position is escaped: an odd number of backslashes precedes it. */
const isEscaped = (text: string, quoteAt: number): boolean => {
  let start = quoteAt;
  while (text[start - 1] === '\\') start--;
  return (quoteAt - start) % 2 === 1;
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
    const text = bytes.toString('utf8');
    return access === 'platform'
      ? parseMessage(request, replaceNonNumbers(text), parsed)
      : parse(request, text, parsed);
  });
};
