import { normaliseNumber } from '../../../src/kinds/documentNumber.ts';
import { isPhone, normalisePhone, phoneDigits } from '../../../src/kinds/phoneSpelling.ts';
import { normalisePlate, plateFormats } from '../../../src/kinds/plate.ts';

const label = /^(?:imei|vin|вин)(?:\s*[:№#]\s*|\s+)(?=\S{4})/i;
const country = /rus?|рус|\u{1f1f7}\u{1f1fa}/iu;
/** A Russian phone within other words, as a contact of a messenger is pasted. */
const phoneWithin = /(?<![\d-])(?:\+ ?7|[78])[ (-]*\d{3}[ )-]*\d{3}[ -]*\d{2}[ -]*\d{2}(?!\d)/g;
/** Fewer digits before an extension may be any number. */
const shortestPhone = 7;

/** Quotes around the whole text, as it is pasted from a document. Within it they may be part of a company's name. */
const quotes = /^(?=.*[\p{L}\p{N}])[\s"«»„“”‟‹›]*([^"«»„“”‟‹›]*)["«»„“”‟‹›\s]*$/u;

/** Returns a search text without quotes around it, labels, links, number signs and invisible characters. */
export const queryText = (typed: string): string => {
  const text = typed.replace(quotes, '$1');
  const bare = normaliseNumber(text).replace(label, '');
  if (isPhone(text) && phoneDigits(text).length >= shortestPhone) return normalisePhone(text).replace(/ доб\. .*$/, '');
  if (country.test(bare) && plateFormats(bare).length > 0) return normalisePlate(bare);
  return /\p{L}/u.test(bare) ? bare.replace(phoneWithin, phone => ` ${phoneDigits(phone).slice(-10)} `).trim() : bare;
};
