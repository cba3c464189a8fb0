import type { Resources } from '../../../../src/schema/collect.ts';
import { withoutNumberSign } from '../../../../src/schema/kinds/documentNumber.ts';
import { imeiPattern, normaliseImei } from '../../../../src/schema/kinds/imei.ts';
import { isPhone, normalisePhone, phoneDigits } from '../../../../src/schema/kinds/phone.ts';
import { isMarkedPlate, normalisePlate, plateFormats } from '../../../../src/schema/kinds/plate.ts';
import { normaliseVin, vinValidity } from '../../../../src/schema/kinds/vin.ts';
import { searchKeyOf } from './keys.ts';

const numberLabel = /^(?:imei(?:\/?sv)?\s?[12]?|(?:vin|вин)(?:[ -]?(?:код|code))?)(?:\s*[:№#]\s*|\s+)(?=\S{4})/i;
/** A Russian phone within other words, as pasted from a messenger's contact. */
const phoneInText = /(?<![\d-])(?:\+ ?7|[78])[ (-]*\d{3}[ )-]*\d{3}[ -]*\d{2}[ -]*\d{2}(?!\d)/g;
/** Minimum number of digits of a phone without its extension. Fewer digits may be any number. */
const phoneDigitsMin = 7;

/** Quotes around the whole text, as pasted from a document. Quotes within the text may be part of a company's name. */
const quotes = /^(?=.*[\p{L}\p{N}])[\s"«»„“”‟‹›]*([^"«»„“”‟‹›]*)["«»„“”‟‹›\s]*$/u;

const trimQuotes = (typed: string): string =>
  typed
    .replace(quotes, '$1')
    .replace(/[\s,;]+$/, '')
    .trimStart();

/** Whether a text has a word or a separator beside a plate, such as `г/н` in `г/н А123ВС77`. */
const isLabelled = (text: string): boolean => /[|/*_]|^[^\d]{3}/.test(text);

/** Returns a search text without quotes around it, labels, links, number signs and invisible characters. */
export const queryText = (typed: string): string => {
  const text = trimQuotes(typed);
  const unlabelled = withoutNumberSign(text).replace(numberLabel, '');
  if (isPhone(text) && phoneDigits(text).length >= phoneDigitsMin)
    return normalisePhone(text).replace(/ доб\. .*$/, '');
  if ((isMarkedPlate(unlabelled) || isLabelled(unlabelled)) && plateFormats(unlabelled).length > 0)
    return normalisePlate(unlabelled);
  if (vinValidity(unlabelled) !== 'malformed') return normaliseVin(unlabelled);
  if (imeiPattern.test(normaliseImei(unlabelled))) return normaliseImei(unlabelled);
  return /\p{L}/u.test(unlabelled)
    ? unlabelled.replace(phoneInText, phone => ` ${phoneDigits(phone).slice(-10)} `).trim()
    : unlabelled;
};

const wordPattern = (noun: string): string => noun.replace('*', '\\p{L}*');
const nounsPattern = (nouns: readonly string[]) =>
  new RegExp(`^(?:(?:${nouns.join('|')})\\.?(?:\\s*[:№#][\\s:№#]*|\\s+))+(?=[^\\s\\d]*\\d)`, 'iu');
const ownNouns = ['номер*', 'number*', 'no'].map(wordPattern);
let nounPrefix = nounsPattern(ownNouns);

/**
 * Learns from the descriptions which nouns people write before a number: `ваучер HH-005`, `номер полиса: 7`. Each
 * process calls this when it creates its tables. Other code that reads a query does not know the descriptions.
 */
export const registerNouns = (resources: Resources): void => {
  const describedNouns = Object.values(resources).flatMap(
    ({ globalSearch: { numberWords: words = [], minWordDigits: nounDigits = 1 } = {} }) =>
      words.map(word => `${wordPattern(word)}(?=(?:\\D*\\d){${nounDigits}})`),
  );
  nounPrefix = nounsPattern([...describedNouns, ...ownNouns]);
};

const separators = /\s*[,;\n\t]\s*|\s+(?:и|and)\s+/iu;
/**
 * Minimum number of digits, and of letters and digits together, of each number in a pasted list of numbers. Shorter
 * parts may be words of a name, or groups of a longer number.
 */
const numberLengthMin = { digits: 3, letters: 5 };
/** Maximum number of digits of an extension behind a phone and a comma. */
const extensionDigitsMax = 5;
const numbersMax = 20;

const countDigits = (text: string): number => text.match(/\d/g)?.length ?? 0;
const isNumber = (text: string): boolean =>
  countDigits(text) >= numberLengthMin.digits && searchKeyOf(text).length >= numberLengthMin.letters;
/**
 * Splits a pasted list of numbers at commas, semicolons, line breaks, blanks or "and". Undefined if the text is not
 * such a list.
 */
const splitNumbers = (text: string): readonly string[] | undefined => {
  const parts = text.split(separators).filter(part => part !== '');
  if (parts.length > 1) {
    const lastDigits = phoneDigits(parts.at(-1) ?? '').length;
    const isExtension = parts.length === 2 && isPhone(text) && lastDigits <= extensionDigitsMax;
    return !isExtension && parts.every(part => countDigits(part) >= numberLengthMin.digits) ? parts : undefined;
  }
  const words = text.split(/\s+/);
  if (words.length < 2 || !words.every(isNumber) || plateFormats(text).length > 0) return undefined;
  // Words of different length may be the digit groups of one phone number, so the text is no list of numbers.
  const haveEqualLength = new Set(words.map(({ length }) => length)).size === 1;
  return haveEqualLength || !isPhone(text) ? words : undefined;
};

/** Returns the texts to search for separately. Usually one, but several numbers may be pasted at once. */
export const searchTexts = (typed: string): readonly string[] => {
  const text = trimQuotes(typed).replace(nounPrefix, '');
  return (splitNumbers(text) ?? [text]).slice(0, numbersMax).map(part => queryText(part.replace(nounPrefix, '')));
};
