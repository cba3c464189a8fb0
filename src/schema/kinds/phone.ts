import type { Locale } from '../../contract/messages/index.ts';
import { type Fault, type FieldKindRules, textFault, textParser } from './kind.ts';
import { uniformSpelling } from './plain.ts';

const linkPattern =
  /^(?:tel(?:;[^:]*)?|callto|sms|phone|skype|facetime(?:-audio)?|sips?)\s*:\s*(?:\/\/)?|^(?:https?:\/\/)?(?:(?:wa|t)\.me\/|(?:api\.)?whatsapp(?:\.com|:\/)\/send\/?\?phone=)|^viber:\/\/\w+\?number=|^tg:\/\/resolve\?phone=/i;
/** End of a phone link after the number, such as `@host` of an internet call, or parameters. */
const linkEnd = /[@&?].*$|;(?!ext=).*$/;
const labelWords =
  '(?:телефон|тел|мобильный|моб|сотовый|сот|рабочий|раб|домашний|дом|ватсап|вотсап|вайбер|телеграм|факс|phone|mobile|mob|cell|fax|tel|whatsapp|viber|telegram|т|ф|t)';
/** Labels and punctuation before or after a phone number in contacts and signatures, such as `моб.:`. */
const labelBefore = new RegExp(`^(?:[^\\p{L}\\p{N}+(]|${labelWords}(?![\\p{L}\\p{N}])[.:]?)+`, 'iu');
const labelAfter = new RegExp(`(?:[\\s,;]*\\(?${labelWords}\\.?\\)?|[^\\p{L}\\p{N})])+$`, 'iu');
/** Decimals that spreadsheets add to a long number. With a comma they would look like an extension. */
const decimals = /(?<=^\+?\d{5,15})[.,]0+$|(?<=^(?:\D*\d){10,15}),0+$/;
const extensionPattern =
  /(?:[\s,;(]*(?:добавочный|доб|доп|внутренний|внутр|вн|extension|ext|x|х)[\s.:=№]*|\s*(?:[,;#]+|[pw](?=\d)))(\d{1,8})\)?$/iu;

interface PhoneParts {
  /** Phone number without its extension, with the digits grouped as written: `+7 931 209-87-41`. */
  readonly number: string;
  readonly extension?: string | undefined;
}

/** Returns the number and the extension of a phone. Link prefix, labels and unusual characters are removed. */
const parsePhone = (text: string): PhoneParts => {
  const isLink = linkPattern.test(uniformSpelling(text));
  // Decodes the characters that links encode: `%2B` is a plus sign, `%20` a space.
  const decoded = isLink
    ? uniformSpelling(text).replace(/%(2b|20|28|29)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : uniformSpelling(text);
  const withoutLink = isLink ? decoded.replace(linkPattern, '').replace(linkEnd, '') : decoded;
  const withoutLabels = withoutLink.replace(labelBefore, '').replace(labelAfter, '').replace(decimals, '');
  const [cut, digits] = extensionPattern.exec(withoutLabels) ?? [''];
  const number = withoutLabels
    .slice(0, withoutLabels.length - cut.length)
    .replace(/^\((\+\d{1,3})\)/, '$1 ')
    .replace(/^\+ +/, '+')
    // `00` before the country code becomes `+`, because both are prefixes of calls abroad.
    .replace(/^00(?=[1-9](?:\D?\d){9,12}$)/, '+')
    // A slash between the digits of one Russian number becomes a space. In other texts a slash may separate two
    // numbers.
    .replace(/^(?=(?:\+?7|8)(?:\D*\d){10}\D*$).*$/, groups => groups.replace(/(?<=\d)\/(?=\d)/g, ' '))
    .replace(/ {2,}/g, ' ')
    .trim();
  return { number, extension: digits };
};

/** Returns the stored spelling of a phone: `+7 931 209-87-41`, `+7 495 123-45-67 доб. 123`. */
export const normalisePhone = (text: string): string => {
  const { number, extension: digits } = parsePhone(text);
  return digits === undefined ? number : `${number} доб. ${digits}`;
};

/** Pattern of a phone number as people write it, with 5 to 15 digits. */
const phonePattern = /^(?=(?:\D*\d){5,15}\D*$)\+?[\d ().-]+$/;

export const isPhone = (text: string): boolean => phonePattern.test(parsePhone(text).number);

/**
 * Returns true if a phone number with +7 does not have eleven digits. All numbers of Russia and Kazakhstan have eleven.
 */
const hasWrongLength = (text: string): boolean => {
  const { number } = parsePhone(text);
  return /^\+ *7/.test(number) && number.replace(/\D/g, '').length !== 11;
};

/**
 * Returns true if a phone number looks like a Russian mobile number with a digit too few or too many. Numbers with a
 * plus sign are excluded, because they may belong to another country.
 */
const hasSuspectLength = (text: string): boolean =>
  /^(?:[78]9\d{8}|[78]9\d{10}|9\d{8}|9\d{10})$/.test(phoneDigits(text)) && !/^ *\+/.test(text);

/** Separator between number and extension in a stored phone. */
const extensionSeparator = / доб\. /;

const extensionWords: { readonly [L in Locale]: string } = { ru: 'доб.', en: 'ext.' };

/** Returns a stored phone with the reader's word before its extension: `84951234567 ext. 123`. */
export const withExtensionWord = (phone: string, locale: Locale): string =>
  phone.replace(extensionSeparator, ` ${extensionWords[locale]} `);

/** Returns the digits of the phone number with the country code, without the extension. */
export const phoneDigits = (text: string): string => parsePhone(text).number.replace(/\D/g, '');

const lengthFault: Fault = { message: 'phoneLength' };
export const phoneRules = {
  valueType: 'text',
  example: '+79161234567',
  digitsOnly: true,
  parse: textParser(normalisePhone),
  localText: withExtensionWord,
  fault: (value, field) => {
    const fault = textFault(value, field);
    if (fault) return fault;
    if (!isPhone(String(value))) return { message: 'phone' };
    return hasWrongLength(String(value)) ? lengthFault : undefined;
  },
  warning: value => (hasSuspectLength(String(value)) ? lengthFault : undefined),
} as const satisfies FieldKindRules;

/** Formats a phone for dialling: `+79629435474`. An extension follows after a pause: `+74951234567,123`. */
export const dialled = (phone: string): string => phone.replace(extensionSeparator, ',').replace(/[^+\d,]/g, '');

const russianPattern = /^(?:\+7|8)(\d{3})(\d{3})(\d{2})(\d{2})(?:,(\d+))?$/;

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
