import { plain } from './plain.ts';

/** Returns the number of a document without a leading number sign: `№ DD‑000123` → `DD-000123`. */
export const normaliseNumber = (text: string): string =>
  plain(text).replace(/^(?:(?:№|No\.|N°|#)\s*(?=\S)|N\s+(?=\S*\d))/i, '');
