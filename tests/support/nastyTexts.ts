const controls = Array.from({ length: 160 }, (_, code) => String.fromCharCode(code)).filter(
  each => /[\p{Cc}]/u.test(each) && !/[\t\n\v\f\r\u0085]/.test(each),
);

/**
 * Texts that people really send, and texts that break programs, with their form in a PDF. `◊` replaces a character that
 * the typeface does not have. A space replaces a tab.
 */
export const nastyTexts: readonly (readonly [what: string, stored: string, shown: string])[] = [
  ['a tab', 'Свидетель\tИванов', 'Свидетель Иванов'],
  ['tabs at both ends', '\tв начале и в конце\t', ' в начале и в конце '],
  ['null, bell, escape and delete', 'а\u0000б\u0007в\u001bг\u007fд', 'а◊б◊в◊г◊д'],
  ['every kind of line end', 'а\r\nб\rв\nг\vд\fе\u0085ж\u2028з\u2029и', 'а б в г д е ж з и'],
  ['C1 controls of a wrong code page', 'а\u0080б\u009fв', 'а◊б◊в'],
  ['spaces of every width', 'а\u00a0б\u2003в\u2009г\u202fд\u3000е\u1680ж', 'а б в г д е ж'],
  ['zero width', 'а\u200bб\u200cв\u200dг\u2060д\ufeffе', 'а◊б◊в◊г◊д◊е'],
  ['a soft hyphen', 'кар\u00adтон', 'кар◊тон'],
  ['marks of direction', '\u200e+7 916\u200f \u202aа\u202eб\u202c\u2066в\u2069', '◊+7 916◊ ◊а◊б◊◊в◊'],
  ['emoji', '🙂, 👍🏽, 👨‍👩‍👧, 🇷🇺 и ❤️', '◊, ◊, ◊, ◊ и ◊'],
  ['a keycap and a variation selector', '1️⃣ и ©️', '1◊ и ©◊'],
  ['Chinese, Japanese, Korean', '中文 にほん 한국', '◊◊ ◊◊◊ ◊◊'],
  ['Arabic and Hebrew', 'до سلام שלום после', 'до ◊◊◊◊ ◊◊◊◊ после'],
  ['Georgian and Armenian', 'გამა Հայ', '◊◊◊◊ ◊◊◊'],
  ['accents apart from their letters', 'и\u0306 е\u0308 за\u0301мок в\u0323', 'й ё за\u0301мок в◊'],
  ['letters with accents', 'Žižek, Ångström, Ðorđe, œuvre, ß', 'Žižek, Ångström, Ðorđe, œuvre, ß'],
  ['beyond the basic plane', 'а𝐀б𐍈в', 'а◊б◊в'],
  ['half of a pair', 'а\ud83dб\ude42в', 'а◊б◊в'],
  ['private use and unassigned', 'а\ue000б\uf401в\u20c5г\uffffд\ufffeе', 'а◊б◊в◊г◊д◊е'],
  ['fillers without a look', 'а\u3164б\u115fв\u034fг', 'а◊б◊в◊г'],
  ['look-alikes of two alphabets', 'АВЕКМНОРСТУХ ABEKMHOPCTYX', 'АВЕКМНОРСТУХ ABEKMHOPCTYX'],
  ['Kazakh and Ukrainian', 'Қазақ їжак ґанок', 'Қазақ їжак ґанок'],
  ['arrows and signs', '→ ↔ ₽ № § ° ½ ≤ ∞ …', '◊ ◊ ₽ № § ° ½ ≤ ∞ …'],
  ['a formula of a spreadsheet', '=HYPERLINK("x")', '=HYPERLINK("x")'],
  ['markup', '<b>a</b> &amp; <br> <script>', '<b>a</b> &amp; <br> <script>'],
  ['marks of a template', '{page} %{when} $& $1 %s', '{page} %{when} $& $1 %s'],
  ['what PDF itself writes', '(а) \\) << >> endstream % /Name', '(а) \\) << >> endstream % /Name'],
  ['what looks like a moment', '2026-13-45T99:00 и 2025-01-01', '2026-13-45T99:00 и 2025-01-01'],
  ['what looks like a number', '1e999 Infinity NaN null -0 0x1F', '1e999 Infinity NaN null -0 0x1F'],
  ['a word longer than a line', 'Ж'.repeat(400), 'Ж'.repeat(400)],
  ['every control character but line ends and tabs', controls.join('а'), controls.map(() => '◊').join('а')],
  ['marks of direction of all kinds', 'а\u061cб\u200fв\u2067г\u2069', 'а◊б◊в◊г◊'],
  ['letters of India and Thailand', 'до नमस्ते ไทย после', 'до ◊◊◊ ◊◊◊ после'],
  ['a letter under a heap of accents', `а${'\u0301'.repeat(40)}б`, `а${'\u0301'.repeat(40)}б`],
  ['accents at the start', '\u0301ударение', '\u0301ударение'],
  ['a flag of tags', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} и', '◊ и'],
  [
    'words of programs',
    '{"a":[null]} __proto__ constructor [object Object]',
    '{"a":[null]} __proto__ constructor [object Object]',
  ],
  ['superscripts', 'x² m³ ª º', 'x² m³ ª º'],
];

/** Returns the text without white space, because line breaks depend on the page. */
export const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');
