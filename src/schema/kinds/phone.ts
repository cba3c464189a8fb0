import type { Locale } from '../../contract/messages/index.ts';

/** Separator between number and extension in a stored phone (see phoneSpelling.ts). */
const extensionSeparator = / доб\. /;

/** Formats a phone for dialling: `+79629435474`. An extension follows after a pause: `+74951234567,123`. */
export const dialled = (phone: string): string => phone.replace(extensionSeparator, ',').replace(/[^+\d,]/g, '');

const russianPattern = /^(?:\+7|8)(\d{3})(\d{3})(\d{2})(\d{2})(?:,(\d+))?$/;

const extensionWords: { readonly [L in Locale]: string } = { ru: 'доб.', en: 'ext.' };

/** Returns a stored phone with the reader's word before its extension: `84951234567 ext. 123`. */
export const withExtensionWord = (phone: string, locale: Locale): string =>
  phone.replace(extensionSeparator, ` ${extensionWords[locale]} `);

/**
 * Formats a phone as people read it aloud: `+7 962 943-54-74`, with an extension `+7 495 123-45-67 ext. 123`. The number
 * of another country stays as it was written.
 */
export const readablePhone = (phone: string, locale: Locale): string => {
  const parts = russianPattern.exec(dialled(phone));
  if (!parts) return withExtensionWord(phone, locale);
  const number = `+7 ${parts[1]} ${parts[2]}-${parts[3]}-${parts[4]}`;
  return parts[5] ? `${number} ${extensionWords[locale]} ${parts[5]}` : number;
};
