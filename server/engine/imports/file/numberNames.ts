/*
 * Numbers that a format shows as names: `00000` shows 123 as 00123, `"DD-"0000` shows it as DD-0123. Only the shown text
 * is what people call the record.
 */

interface Token {
  /** `digit`: a placeholder for a digit. `text`: characters that are shown as they are. */
  readonly kind: 'digit' | 'text';
  readonly text: string;
}

const tokenShape = /"([^"]*)"|\\(.)|_(.)|([0#?])|([-+() №$€₽])/y;

/** Parses the first section of a format. Undefined: it has decimals, a date, a condition or another part of a number. */
const tokensOf = (format: string): readonly Token[] | undefined => {
  const tokens: Token[] = [];
  tokenShape.lastIndex = 0;
  while (tokenShape.lastIndex < format.length && format[tokenShape.lastIndex] !== ';') {
    const found = tokenShape.exec(format);
    if (!found) return undefined;
    const [, quoted, escaped, blank, digit, sign] = found;
    if (digit !== undefined) tokens.push({ kind: 'digit', text: digit });
    else tokens.push({ kind: 'text', text: quoted ?? escaped ?? (blank === undefined ? (sign ?? '') : ' ') });
  }
  return tokens;
};

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join('');

/** Whether the texts of a format make a name. A currency, a unit and the space between thousands do not. */
const isName = (tokens: readonly Token[]): boolean => {
  const [first, last] = [
    tokens.findIndex(({ kind }) => kind === 'digit'),
    tokens.findLastIndex(({ kind }) => kind === 'digit'),
  ];
  if (first < 0) return false;
  const inner = tokens.slice(first, last).filter(({ kind }) => kind === 'text');
  const zeros = tokens.slice(first, last + 1).filter(({ text }) => text === '0').length;
  return (
    (zeros > 1 && inner.length === 0) ||
    /[\p{L}\p{N}№#]/u.test(textOf(tokens.slice(0, first))) ||
    /[^ \u00a0]/.test(textOf(inner)) ||
    /[\p{N}/\\-]/u.test(textOf(tokens.slice(last + 1)))
  );
};

/** Returns the text that a format shows for a number. */
export type ShowNumber = (figure: number) => string;

const fill =
  (tokens: readonly Token[]): ShowNumber =>
  figure => {
    let [digits, shown] = [String(figure), ''];
    const first = tokens.findIndex(({ kind }) => kind === 'digit');
    for (let at = tokens.length - 1; at >= 0; at -= 1) {
      const { kind, text } = tokens[at] as Token;
      if (kind === 'text') shown = text + shown;
      else {
        // The first placeholder takes all digits that are left.
        const cut = at === first ? 0 : Math.max(0, digits.length - 1);
        shown = (digits.slice(cut) || (text === '0' ? '0' : '')) + shown;
        digits = digits.slice(0, cut);
      }
    }
    return shown.trim();
  };

const isWhole = (figure: number): boolean => Number.isSafeInteger(figure) && figure >= 0;

/** Returns how a format shows whole numbers as names. Undefined: it shows them as numbers. */
export const nameFormat = (format: string): ShowNumber | undefined => {
  const tokens = tokensOf(format);
  return tokens && isName(tokens) ? fill(tokens) : undefined;
};

/** Returns the number that a file writes. Undefined: the text is blank, or it is no number that JSON could store. */
export const figureOf = (written: string | undefined): number | undefined => {
  const figure = Number(written);
  return written === undefined || written.trim() === '' || !Number.isFinite(figure) ? undefined : figure;
};

/** Returns the value of a cell with a number: its shown text if that is a name. */
export const numberOrName = (figure: number, show: ShowNumber | undefined): string | number =>
  show && isWhole(figure) ? show(figure) : figure;

const numberShape = /^[-+]?\p{Sc}? ?\d[\d .,'’]*[ \p{L}\p{Sc}%./²³°]*$/u;

/** Whether the shown text of a cell with a number is a name. */
export const isShownAsName = (shown: string, figure: number): boolean => {
  const text = shown.replaceAll(/\s/g, ' ').trim();
  const digits = text.replaceAll(/\D/g, '');
  if (!isWhole(figure) || digits === '') return false;
  if (/^0\d/.test(text) && !/^0\d[\d ]*[.,]\d+$/.test(text)) return Number(digits) === figure;
  // A format may add the code of a country.
  if (/^\+?\d+$/.test(text)) return Number(digits) !== figure && digits.endsWith(String(figure));
  return (
    !numberShape.test(text) &&
    (Number(digits) === figure || digits.endsWith(String(figure)) || digits.startsWith(String(figure)))
  );
};
