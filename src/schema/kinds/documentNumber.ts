import { uniformSpelling, withoutQuotes } from './plain.ts';

const numberSignPattern = /^(?:[№#]+|N[°ºoо]?[.:]|N[°º]|NO\.|n[°º])\s*[.:]?\s*(?=\S)|^N[oо]?\s+(?=\S*\d)/;

/** Returns a text in uniform spelling (`uniformSpelling`), without a sign for "number" (№, No.) at its start. */
export const withoutNumberSign = (text: string): string => uniformSpelling(text).replace(numberSignPattern, '');

/**
 * Returns the number of a document without quotes and a sign for "number" at its start: `№ DD‑000123` → `DD-000123`.
 */
export const normaliseNumber = (text: string): string => withoutQuotes(text).replace(numberSignPattern, '');
