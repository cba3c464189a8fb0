import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { FileRefused } from './table.ts';
import { readXml } from './xml.ts';

/** Longest text of all shared ones together, letters. */
const sharedTextMax = 60_000_000;

/** What the sheets of a workbook share. */
export interface Workbook {
  /** Paths of the visible sheets, the one it opens at first. */
  readonly sheets: readonly string[];
  readonly sharedTexts: readonly string[];
  /** Styles whose numbers are dates, by their place. */
  readonly dateStyles: ReadonlySet<number>;
  /** Old workbooks of a Mac count days from 1904. */
  readonly since1904: boolean;
}

const builtInDates = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Quoted texts, escapes, conditions and colours aside it has a day, month, year, hour or second. */
export const isDateFormat = (format: string): boolean =>
  /[dmyhs]/i.test(format.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|general/gi, ''));

const readSharedTexts = async (archive: Archive, path: string): Promise<string[]> => {
  const texts: string[] = [];
  let [text, within, phonetic, length] = ['', false, false, 0];
  await readXml(archive.read(path), {
    open: name => {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') within = !phonetic;
    },
    text: piece => {
      if (within) text += piece;
    },
    close: name => {
      if (name === 't') within = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') {
        texts.push(text);
        length += text.length;
        if (length > sharedTextMax) throw new FileRefused('TABLE_TOO_LARGE');
      }
    },
  });
  return texts;
};

const readDateStyles = async (archive: Archive, path: string): Promise<Set<number>> => {
  const formats = new Map<number, string>();
  const dates = new Set<number>();
  let [within, place] = [false, 0];
  await readXml(archive.read(path), {
    open: (name, { numFmtId, formatCode = '' }) => {
      if (name === 'numFmt') formats.set(Number(numFmtId), formatCode);
      else if (name === 'cellXfs') within = true;
      else if (name === 'xf' && within) {
        const id = Number(numFmtId ?? 0);
        const format = formats.get(id);
        if (format === undefined ? builtInDates(id) : isDateFormat(format)) dates.add(place);
        place += 1;
      }
    },
    close: name => {
      if (name === 'cellXfs') within = false;
    },
  });
  return dates;
};

/** Targets of a part's relations by id, and by the end of their type. */
const readRelations = async (archive: Archive, path: string) => {
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  const { dir, base } = posix.parse(path);
  await readXml(archive.read(`${dir}/_rels/${base}.rels`.replace(/^\//, '')), {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target);
      byId.set(Id, target);
      byType.set(Type.slice(Type.lastIndexOf('/') + 1), target);
    },
  });
  return { byId, byType };
};

export const readWorkbook = async (archive: Archive): Promise<Workbook> => {
  const path = (await readRelations(archive, '')).byType.get('officeDocument');
  if (path === undefined || !archive.has(path)) throw new FileRefused('NOT_A_TABLE');
  const relations = await readRelations(archive, path);
  const found: { readonly id: string; readonly visible: boolean }[] = [];
  let [active, since1904] = [0, false];
  await readXml(archive.read(path), {
    open: (name, attributes) => {
      if (name === 'sheet') {
        const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
        found.push({ id, visible: (attributes.state ?? 'visible') === 'visible' });
      } else if (name === 'workbookView') active = Number(attributes.activeTab ?? 0);
      else if (name === 'workbookPr') since1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    },
  });
  const inOrder = [...found.slice(active, active + 1), ...found.filter((_, at) => at !== active)];
  const sheets = inOrder.filter(({ visible }) => visible).flatMap(({ id }) => relations.byId.get(id) ?? []);
  const of = (type: string) => relations.byType.get(type) ?? '';
  return {
    sheets: sheets.filter(archive.has),
    sharedTexts: await readSharedTexts(archive, of('sharedStrings')),
    dateStyles: await readDateStyles(archive, of('styles')),
    since1904,
  };
};
