import { cutFileName } from './graphemes.ts';
import { tidy } from './plain.ts';

const maxFileNameLength = 200;

/** Returns the name of an uploaded file without folders and invalid characters. */
export const cleanFileName = (name: string): string => {
  const baseName = name.normalize('NFC').split(/[/\\]/).pop() ?? '';
  // Zero-width joiners stay in a file name, because an emoji or a script may need them.
  const clean = tidy(baseName.replace(/\p{Cc}+/gu, ' ').replace(/[\p{Cs}\p{Co}\p{Cn}]/gu, ''));
  return cutFileName(clean, maxFileNameLength) || 'file';
};
