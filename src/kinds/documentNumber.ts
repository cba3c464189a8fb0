import { plain } from './plain.ts';

/** The number of a document without the number sign before it: `№ DD‑000123` → `DD-000123`. */
export const normaliseNumber = (text: string): string => plain(text).replace(/^(?:№|No\.|N°|#)\s*(?=\S)/i, '');
