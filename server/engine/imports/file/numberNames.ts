/*
 * Numbers that a number format shows as names: `00000` shows 123 as 00123, `"DD-"0000` shows it as DD-0123.
 * The import reads the shown text, because people know the record by this text.
 */

interface Token {
  /** `digit`: a placeholder for a digit. `text`: characters that are shown as they are. */
  readonly kind: 'digit' | 'text';
  readonly text: string;
}

const tokenPattern = /"([^"]*)"|\\(.)|_(.)|([0#?])|([-+() №$€₽])/y;

/**
 * Parses the first section of a number format. Undefined: the format has decimals, a date, a condition or another part
 * that no name has.
 */
const parseTokens = (format: string): readonly Token[] | undefined => {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < format.length && format[tokenPattern.lastIndex] !== ';') {
    const match = tokenPattern.exec(format);
    if (!match) return undefined;
    const [, quoted, escaped, blank, digit, sign] = match;
    if (digit !== undefined) tokens.push({ kind: 'digit', text: digit });
    else tokens.push({ kind: 'text', text: quoted ?? escaped ?? (blank === undefined ? (sign ?? '') : ' ') });
  }
  return tokens;
};

const joinTexts = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join('');

/**
 * Whether the texts of a number format make the number a name, such as DD-0123. A currency, a unit and the space
 * between thousands do not.
 */
const isName = (tokens: readonly Token[]): boolean => {
  const [first, last] = [
    tokens.findIndex(({ kind }) => kind === 'digit'),
    tokens.findLastIndex(({ kind }) => kind === 'digit'),
  ];
  if (first < 0) return false;
  const innerTexts = tokens.slice(first, last).filter(({ kind }) => kind === 'text');
  const zeroCount = tokens.slice(first, last + 1).filter(({ text }) => text === '0').length;
  return (
    (zeroCount > 1 && innerTexts.length === 0) ||
    /[\p{L}\p{N}№#]/u.test(joinTexts(tokens.slice(0, first))) ||
    /[^ \u00a0]/.test(joinTexts(innerTexts)) ||
    /[\p{N}/\\-]/u.test(joinTexts(tokens.slice(last + 1)))
  );
};

/** Returns the text that a number format shows for a number. */
export type ShowNumber = (figure: number) => string;

const makeShowNumber =
  (tokens: readonly Token[]): ShowNumber =>
  figure => {
    let [digits, shownText] = [String(figure), ''];
    const first = tokens.findIndex(({ kind }) => kind === 'digit');
    for (let at = tokens.length - 1; at >= 0; at -= 1) {
      const { kind, text } = tokens[at] as Token;
      if (kind === 'text') shownText = text + shownText;
      else {
        // The first placeholder takes all digits that are left, because a number may have more digits than
        // placeholders.
        const cut = at === first ? 0 : Math.max(0, digits.length - 1);
        shownText = (digits.slice(cut) || (text === '0' ? '0' : '')) + shownText;
        digits = digits.slice(0, cut);
      }
    }
    return shownText.trim();
  };

const isWhole = (figure: number): boolean => Number.isSafeInteger(figure) && figure >= 0;

/**
 * Returns a function that shows a whole number as a name, such as DD-0123. Undefined: the format shows numbers as
 * numbers.
 */
export const parseNameFormat = (format: string): ShowNumber | undefined => {
  const tokens = parseTokens(format);
  return tokens && isName(tokens) ? makeShowNumber(tokens) : undefined;
};

/** Number of digits that spreadsheets show of a number. Files have two more, which come from rounding. */
const shownDigits = 15;
/** Returns a number as a spreadsheet shows it: 0.3 for 0.30000000000000004. Longer whole numbers keep their digits. */
export const toShownFigure = (figure: number): number =>
  Math.abs(figure) < 10 ** shownDigits ? Number(figure.toPrecision(shownDigits)) : figure;

/** Returns the number that a file writes. Undefined: the text is blank, or it is no number that JSON could store. */
export const parseFigure = (text: string | undefined): number | undefined => {
  const figure = Number(text);
  return text === undefined || text.trim() === '' || !Number.isFinite(figure) ? undefined : toShownFigure(figure);
};

/** Returns the value of a cell with a number. If the format shows the number as a name, that is the shown text. */
export const numberOrName = (figure: number, show: ShowNumber | undefined): string | number =>
  show && isWhole(figure) ? show(figure) : figure;

const plainNumber = /^[-+]?\p{Sc}? ?\d[\d .,'’]*[ \p{L}\p{Sc}%./²³°]*$/u;

/** Whether the shown text of a cell with a number is a name, such as 00123 or DD-0123. */
export const isShownAsName = (shownText: string, figure: number): boolean => {
  const text = shownText.replaceAll(/\s/g, ' ').trim();
  const digits = text.replaceAll(/\D/g, '');
  if (!isWhole(figure) || digits === '') return false;
  if (/^0\d/.test(text) && !/^0\d[\d ]*[.,]\d+$/.test(text)) return Number(digits) === figure;
  // A number format may add digits before the number, such as the country code of a phone: `"+7"0000000000`.
  if (/^\+?\d+$/.test(text)) return Number(digits) !== figure && digits.endsWith(String(figure));
  return (
    !plainNumber.test(text) &&
    (Number(digits) === figure || digits.endsWith(String(figure)) || digits.startsWith(String(figure)))
  );
};
