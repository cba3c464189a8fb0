import type { ImportEncoding } from '../../contract/shapes/imports.ts';

/** Names of the text encodings of imported files, as users know them. */
export const encodingLabels: { readonly [Encoding in ImportEncoding]: string } = {
  'utf-8': 'UTF-8',
  'windows-1251': 'Windows-1251',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  cp866: 'DOS (cp866)',
  'koi8-r': 'KOI8-R',
  'mac-cyrillic': 'Mac Cyrillic',
};
