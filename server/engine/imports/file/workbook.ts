import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { parseNameFormat, type ShowNumber } from './numberNames.ts';
import { builtInTextFormat, parseTextFormat } from './shownTexts.ts';
import { FileRefused, requireShortNames } from './table.ts';
import { CellText, decodeEscapes, TextStore } from './texts.ts';
import { readXml } from './xml.ts';

interface SheetPart {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

export interface NumberStyle {
  readonly isDate: boolean;
  /** True: the format shows only the year of a date. */
  readonly isYear: boolean;
  /** Shows a whole number as a name, such as DD-0123. Undefined: numbers are shown as numbers. */
  readonly showName: ShowNumber | undefined;
  /** Shows a number as a share or a time, such as 15% or 18:00. Undefined: numbers are shown otherwise. */
  readonly showText: ShowNumber | undefined;
}

export interface Workbook {
  /** All sheets. The first is the one at which the workbook opens. */
  readonly sheets: readonly SheetPart[];
  readonly sharedTexts: TextStore;
  /** How each cell style shows numbers, by the style's index. Absent: as plain numbers. */
  readonly styles: ReadonlyMap<number, NumberStyle>;
  /** True: dates are numbers of days since 1904, as in old workbooks of a Mac. Otherwise since 1900. */
  readonly since1904: boolean;
}

/**
 * Limits of a workbook: length of a number format in characters, number of formats, number of cell styles. Spreadsheet
 * programs write no more.
 */
const formatLettersMax = 255;
const formatsMax = 5000;
const stylesMax = 65_536;
/** Maximum number of sheets, and of relations (references to other files of the archive). A real workbook has fewer. */
const partsMax = 5000;

const requireAtMost = (count: number, max: number): void => {
  if (count > max) throw new FileRefused('TABLE_TOO_LARGE');
};

const isBuiltInDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Returns a number format without quoted texts, escapes, conditions and colours. */
const withoutLiterals = (format: string): string => format.replace(/"[^"]*"|\\.|_.|\*.|\[[^[\]]*\]|general/gi, '');

/** Whether the format shows a day, month, year, hour or second. */
export const isDateFormat = (format: string): boolean => /[dmyhs]/i.test(withoutLiterals(format));

/** Whether the format shows a year and no other part of a date: `yyyy`. */
export const isYearFormat = (format: string): boolean => /^[\s;@]*(?:y{3,4}|e)[\s;@]*$/i.test(withoutLiterals(format));

/** Returns the value that a cell with a date shows: the whole date, or its year. */
export const toShownDate = (date: string, isYear: boolean): string | number =>
  isYear ? Number(date.slice(0, 4)) : date;

const readSharedTexts = async (archive: Archive, path: string): Promise<TextStore> => {
  const texts = new TextStore();
  const [run, wholeText] = [new CellText(), new CellText()];
  let [isInText, isPhonetic] = [false, false];
  await readXml(archive.read(path), {
    open: name => {
      if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isInText = !isPhonetic;
    },
    text: piece => {
      if (isInText) run.add(piece);
    },
    close: name => {
      if (name === 't') {
        wholeText.add(decodeEscapes(run.take()));
        isInText = false;
      } else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') texts.add(wholeText.take());
    },
  });
  return texts;
};

const readStyles = async (archive: Archive, path: string): Promise<Map<number, NumberStyle>> => {
  const formats = new Map<number, NumberStyle>();
  const styles = new Map<number, NumberStyle>();
  let [isInStyles, styleIndex] = [false, 0];
  await readXml(archive.read(path), {
    open: (name, { numFmtId, formatCode = '' }) => {
      if (name === 'numFmt') {
        requireAtMost(formatCode.length, formatLettersMax);
        requireAtMost(formats.size, formatsMax);
        const format = decodeEscapes(formatCode);
        formats.set(Number(numFmtId), {
          isDate: isDateFormat(format),
          isYear: isYearFormat(format),
          showName: parseNameFormat(format),
          showText: parseTextFormat(format),
        });
      } else if (name === 'cellXfs') isInStyles = true;
      else if (name === 'xf' && isInStyles) {
        const id = Number(numFmtId ?? 0);
        const format = formats.get(id) ?? {
          isDate: isBuiltInDateFormat(id),
          isYear: false,
          showName: undefined,
          showText: builtInTextFormat(id),
        };
        if (format.isDate || format.showName || format.showText) styles.set(styleIndex, format);
        styleIndex += 1;
        requireAtMost(styleIndex, stylesMax);
      }
    },
    close: name => {
      if (name === 'cellXfs') isInStyles = false;
    },
  });
  return styles;
};

/**
 * Returns the files to which a file of the workbook refers (its relations). They are found by id, and by the last word
 * of their type.
 */
const readRelations = async (archive: Archive, path: string) => {
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  const { dir, base } = posix.parse(path);
  await readXml(archive.read(`${dir}/_rels/${base}.rels`.replace(/^\//, '')), {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      requireShortNames(Id, Type, Target);
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target);
      byId.set(Id, target);
      byType.set(Type.slice(Type.lastIndexOf('/') + 1), target);
      requireAtMost(byId.size, partsMax);
    },
  });
  return { byId, byType };
};

export const readWorkbook = async (archive: Archive): Promise<Workbook> => {
  const path = (await readRelations(archive, '')).byType.get('officeDocument');
  if (path === undefined || !archive.has(path)) throw new FileRefused('NOT_A_TABLE');
  const relations = await readRelations(archive, path);
  const sheets: SheetPart[] = [];
  let [activeIndex, since1904] = [0, false];
  // A binary workbook (.xlsb) is refused, because its main file is not XML.
  if (!path.endsWith('.xml')) throw new FileRefused('NOT_A_TABLE');
  let isWorkbook = false;
  await readXml(archive.read(path), {
    open: (name, attributes) => {
      if (name === 'workbook') isWorkbook = true;
      else if (name === 'sheet') {
        const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
        requireShortNames(attributes.name ?? '', id);
        const isHidden = (attributes.state ?? 'visible') !== 'visible';
        sheets.push({ name: decodeEscapes(attributes.name ?? ''), path: relations.byId.get(id) ?? '', isHidden });
        requireAtMost(sheets.length, partsMax);
      } else if (name === 'workbookView') activeIndex = Number(attributes.activeTab ?? 0);
      else if (name === 'workbookPr') since1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    },
  });
  if (!isWorkbook) throw new FileRefused('NOT_A_TABLE');
  const orderedSheets = [
    ...sheets.slice(activeIndex, activeIndex + 1),
    ...sheets.filter((_, at) => at !== activeIndex),
  ];
  const pathOfType = (type: string) => relations.byType.get(type) ?? '';
  return {
    sheets: orderedSheets,
    sharedTexts: await readSharedTexts(archive, pathOfType('sharedStrings')),
    styles: await readStyles(archive, pathOfType('styles')),
    since1904,
  };
};
