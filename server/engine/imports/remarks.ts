import type { Locale } from '../../../src/contract/messages/index.ts';
import type { StoredFileReading } from '../../../src/contract/shapes/imports.ts';
import type { SupersededColumn } from '../../../src/schema/importing.ts';
import { formatNumber } from '../../../src/schema/kinds/format.ts';
import { isTotalsText } from './file/formRows.ts';
import { countedRowsMax } from './file/sheets.ts';

const texts = {
  unsureEncoding: {
    ru: 'В файле мало русских букв, и кодировка угадана. Если слова не читаются, выберите другую',
    en: 'The file has few Russian letters, so its encoding is a guess. If words are unreadable, choose another one',
  },
  leftSheet: {
    ru: 'В файле ещё лист «{name}» (строк: {rows}), он не загрузится',
    en: 'The file has another sheet, “{name}” (rows: {rows}). It will not be imported',
  },
  hiddenSheets: { ru: 'Скрытые листы не загрузятся: {names}', en: 'Hidden sheets will not be imported: {names}' },
  hiddenColumns: {
    ru: 'Скрытые столбцы файла загрузятся, как и видимые: {names}',
    en: 'Hidden columns of the file will be imported as visible ones are: {names}',
  },
  none: {
    ru: 'В файле не найдено заголовков, поэтому все его строки, начиная с первой, прочитаны как данные. Выберите поле для каждого столбца по его значениям',
    en: 'No headings were found in the file, so all its rows, the first one too, were read as data. Choose the field of each column by its values',
  },
  unknown: {
    ru: 'Ни один заголовок не узнан. Строка {row} ({text}) принята за заголовки и не загрузится. Если в ней данные, выберите «Заголовков нет»',
    en: 'No heading is known. Row {row} ({text}) was taken for the headings and will not be imported. If it holds data, choose “No headings”',
  },
  totals: {
    ru: 'Строка {row} («{text}») похожа на итог и не загрузится',
    en: 'Row {row} (“{text}”) looks like totals and will not be imported',
  },
  signatures: {
    ru: 'Строки {row}–{last}, начиная с «{text}», похожи на итог с подписями и не загрузятся',
    en: 'Rows {row}–{last}, from “{text}” on, look like totals with signatures and will not be imported',
  },
  signature: {
    ru: 'Строка {row} («{text}») похожа на подпись и не загрузится',
    en: 'Row {row} (“{text}”) looks like a signature and will not be imported',
  },
  onlySignatures: {
    ru: 'Строки {row}–{last}, начиная с «{text}», похожи на подписи и не загрузятся',
    en: 'Rows {row}–{last}, from “{text}” on, look like signatures and will not be imported',
  },
  headings: {
    ru: 'Повторы заголовков не загрузятся: {rows}',
    en: 'Repeated headings will not be imported: {rows}',
  },
  numbering: {
    ru: 'Номера столбцов под заголовками не загрузятся: {rows}',
    en: 'The numbers of the columns below the headings will not be imported: {rows}',
  },
  line: {
    ru: 'Строки из черт не загрузятся: {rows}',
    en: 'Rows that are drawn lines will not be imported: {rows}',
  },
  superseded: {
    ru: 'Поля этих столбцов заполняют другие столбцы: {columns}. Если они нужны, выберите для них другие поля, иначе они не загрузятся',
    en: 'Other columns fill the fields of these columns: {columns}. If you need them, choose other fields for them. Otherwise they will not be imported',
  },
  supersededColumn: {
    ru: '«{name}» (столбец {at}; поле «{field}» заполняет столбец {other})',
    en: '“{name}” (column {at}; column {other} fills the field “{field}”)',
  },
  leftRow: { ru: 'строка {rows}', en: 'row {rows}' },
  leftRows: { ru: 'строки {rows}', en: 'rows {rows}' },
  andMore: { ru: ' и ещё {count}', en: ' and {count} more' },
  column: { ru: 'Столбец {at}', en: 'Column {at}' },
  many: { ru: '{rows} или больше', en: '{rows} or more' },
  uncounted: { ru: 'неизвестно', en: 'unknown' },
} as const;

/** Maximum number of headings that one remark for the user names. */
const namedHeadingsMax = 4;

const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

const totalsText = (
  { Row, Text: text, LastRow = Row }: NonNullable<StoredFileReading['Totals']>,
  locale: Locale,
): string => {
  const [singleKey, severalKey] = isTotalsText(text)
    ? (['totals', 'signatures'] as const)
    : (['signature', 'onlySignatures'] as const);
  return fillIn(texts[LastRow === Row ? singleKey : severalKey][locale], {
    row: String(Row),
    last: String(LastRow),
    text,
  });
};

const leftOutRowsText = (
  { Reason, Rows, Count }: NonNullable<StoredFileReading['LeftRows']>[number],
  locale: Locale,
): string => {
  const namedRows = fillIn(texts[Count === 1 ? 'leftRow' : 'leftRows'][locale], { rows: Rows.join(', ') });
  const otherCount = Count - Rows.length;
  const moreText = otherCount > 0 ? fillIn(texts.andMore[locale], { count: formatNumber(otherCount, 0, locale) }) : '';
  return fillIn(texts[Reason][locale], { rows: namedRows + moreText });
};

/** Maximum number of columns that one remark for the user names. */
const namedColumnsMax = 10;

/**
 * Returns a sentence about columns that are left out, because another column fills the field of their heading. Returns
 * no sentence if there are none.
 */
export const supersededRemarks = (
  columns: readonly SupersededColumn[],
  headings: readonly string[],
  labels: Readonly<Record<string, string>>,
  locale: Locale,
): readonly string[] => {
  if (columns.length === 0) return [];
  const namedColumns = columns.slice(0, namedColumnsMax).map(({ column, field, otherColumn }) =>
    fillIn(texts.supersededColumn[locale], {
      name: headings[column] ?? '',
      at: String(column + 1),
      field: labels[field] ?? field,
      other: String(otherColumn + 1),
    }),
  );
  const otherCount = columns.length - namedColumns.length;
  const moreText = otherCount > 0 ? fillIn(texts.andMore[locale], { count: formatNumber(otherCount, 0, locale) }) : '';
  return [fillIn(texts.superseded[locale], { columns: namedColumns.join(', ') + moreText })];
};

/** Returns sentences about parts of a file that a spreadsheet program hides, or that the import leaves out. */
export const remarksOf = (
  {
    LeftSheets = [],
    HiddenSheets = [],
    HiddenColumns = [],
    LeftRows = [],
    Totals,
    Headings,
    HeadingRow,
    IsEncodingUnsure,
  }: Partial<StoredFileReading>,
  headings: readonly string[],
  locale: Locale,
): readonly string[] => {
  const rowsText = (rows: number | null): string => {
    if (rows === null) return texts.uncounted[locale];
    const figure = formatNumber(rows, 0, locale);
    return rows < countedRowsMax ? figure : fillIn(texts.many[locale], { rows: figure });
  };
  const quoted = (names: readonly string[]): string =>
    names.map(name => (locale === 'ru' ? `«${name}»` : `“${name}”`)).join(', ');
  const columns = HiddenColumns.filter(at => at < headings.length).map(
    at => headings[at] || fillIn(texts.column[locale], { at: String(at + 1) }),
  );
  const headingText = quoted(headings.filter(heading => heading !== '').slice(0, namedHeadingsMax));
  return [
    ...(IsEncodingUnsure ? [texts.unsureEncoding[locale]] : []),
    ...(Headings ? [fillIn(texts[Headings][locale], { row: String(HeadingRow), text: headingText })] : []),
    ...LeftSheets.map(({ Name: name, Rows }) => fillIn(texts.leftSheet[locale], { name, rows: rowsText(Rows) })),
    ...(HiddenSheets.length > 0 ? [fillIn(texts.hiddenSheets[locale], { names: quoted(HiddenSheets) })] : []),
    ...(columns.length > 0 ? [fillIn(texts.hiddenColumns[locale], { names: quoted(columns) })] : []),
    ...LeftRows.map(leftRows => leftOutRowsText(leftRows, locale)),
    ...(Totals ? [totalsText(Totals, locale)] : []),
  ];
};
