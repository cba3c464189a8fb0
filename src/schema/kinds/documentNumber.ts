import { plain, unframed } from './plain.ts';

const numberSign = /^(?:[№#]+|N[°ºoо]?[.:]|N[°º]|NO\.|n[°º])\s*[.:]?\s*(?=\S)|^N[oо]?\s+(?=\S*\d)/;

/** Returns a text in uniform spelling (`plain`), without a number sign at its start. */
export const withoutNumberSign = (text: string): string => plain(text).replace(numberSign, '');

/** Returns the number of a document without a leading number sign and quotes: `№ DD‑000123` → `DD-000123`. */
export const normaliseNumber = (text: string): string => unframed(text).replace(numberSign, '');
