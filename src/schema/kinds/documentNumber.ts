import { uniformSpelling, withoutQuotes } from './plain.ts';

const numberSignPattern = /^(?:[№#]+|N[°ºoо]?[.:]|N[°º]|NO\.|n[°º])\s*[.:]?\s*(?=\S)|^N[oо]?\s+(?=\S*\d)/;

/** Returns a text in uniform spelling (`uniformSpelling`), without a number sign at its start. */
export const withoutNumberSign = (text: string): string => uniformSpelling(text).replace(numberSignPattern, '');

/** Returns the number of a document without a leading number sign and quotes: `№ DD‑000123` → `DD-000123`. */
export const normaliseNumber = (text: string): string => withoutQuotes(text).replace(numberSignPattern, '');
