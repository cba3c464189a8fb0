import type { FastifyInstance } from 'fastify';
import { ordinaryBodyBytes } from '../../src/contract/call.ts';
import { UnreadBody } from '../engine/validation.ts';
import { DomainError } from '../errors.ts';

const deepest = 32;
/** Maximum number of lists and objects in a JSON body: twice as many as in the largest valid message. */
const mostContainers = 1_000_000;

const codes = { quote: 34, backslash: 92, openList: 91, closeList: 93, open: 123, close: 125 };

/**
 * Throws for JSON that is nested too deeply or has too many lists and objects. Parsing such JSON would take twenty
 * times the memory of the text.
 * This function only counts brackets. The parser checks validity.
 */
export const refuseIntricate = (bytes: Uint8Array): void => {
  let depth = 0;
  let containers = 0;
  let quoted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (quoted) {
      if (byte === codes.backslash) i++;
      else if (byte === codes.quote) quoted = false;
    } else if (byte === codes.quote) quoted = true;
    else if (byte === codes.openList || byte === codes.open) {
      depth++;
      containers++;
      if (depth > deepest) throw new DomainError('MALFORMED', { values: { detail: `> ${deepest} levels` } });
      if (containers > mostContainers)
        throw new DomainError('MALFORMED', { values: { detail: `> ${mostContainers} lists and objects` } });
    } else if (byte === codes.closeList || byte === codes.close) depth--;
  }
};

const nonNumber = /-?(?:nan|inf(?:inity)?)/iy;

/**
 * Replaces each `NaN` or `Infinity` outside quoted texts by `null`. Java, Python and C write unknown numbers so, but
 * JSON does not allow them. Without the replacement the message would be lost.
 */
export const withoutNonNumbers = (text: string): string => {
  if (!/nan|inf/i.test(text)) return text;
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    if (letter === '"') {
      do i = text.indexOf('"', i + 1);
      while (i > 0 && isEscaped(text, i));
      if (i < 0) break;
      continue;
    }
    if (!'-nNiI'.includes(letter)) continue;
    nonNumber.lastIndex = i;
    const found = nonNumber.exec(text)?.[0];
    if (!found) continue;
    parts.push(text.slice(from, i), 'null');
    i += found.length - 1;
    from = i + 1;
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
};

/** Whether an odd number of backslashes precedes the position. */
const isEscaped = (text: string, at: number): boolean => {
  let from = at;
  while (text[from - 1] === '\\') from--;
  return (at - from) % 2 === 1;
};

/** Registers the JSON parser. It leaves large messages of platforms unparsed, because their handlers parse them. */
export const registerBodies = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    const { access } = request.routeOptions.config as { access?: unknown };
    if (access === 'platform' && bytes.length > ordinaryBodyBytes) return done(null, new UnreadBody(bytes));
    refuseIntricate(bytes);
    const text = bytes.toString('utf8');
    return parse(request, access === 'platform' ? withoutNonNumbers(text) : text, done);
  });
};
