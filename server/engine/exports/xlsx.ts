import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import yazl from 'yazl';
import type { Locale } from '../../../src/contract/messages/index.ts';
import { type About, aboutTitle, sheetName } from '../../../src/schema/files/sheet.ts';
import type { ExportCell } from '../../../src/schema/kinds/cell.ts';
import { cutText } from '../../../src/schema/kinds/graphemes.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

// Characters that XML cannot hold are left out. A device may have sent them.
const unwritable = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
const special = /[&<>\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;
const escaped = (text: string): string =>
  special.test(text)
    ? text
        .replace(unwritable, '')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        // `&#13;` keeps the carriage return. An XML parser turns an unescaped one into a line feed.
        .replaceAll('\r', '&#13;')
    : text;
const attribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');

/** Longest text that a cell of a workbook may hold. */
const longestText = 32_767;
// A cell of this type is always a text. Only a cell with <f> is a formula.
const textCell = (text: string): string =>
  `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cutText(text, longestText))}</t></is></c>`;

/** Number formats that the rows use, each with the number of its style. */
class Styles {
  readonly #numbers = new Map<string, number>();
  of(format: string): number {
    const known = this.#numbers.get(format) ?? this.#numbers.size + 1;
    this.#numbers.set(format, known);
    return known;
  }
  xml(): string {
    const formats = [...this.#numbers].map(
      ([format, at]) => `<numFmt numFmtId="${163 + at}" formatCode="${attribute(format)}"/>`,
    );
    const uses = [...this.#numbers.values()].map(
      at => `<xf numFmtId="${163 + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    );
    return `${head}<styleSheet xmlns="${main}">${formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` : ''}<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${uses.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${uses.join('')}</cellXfs></styleSheet>`;
  }
}

const cellXml = (cell: ExportCell, styles: Styles): string => {
  switch (cell.type) {
    case 'empty':
      return '<c/>';
    case 'number': {
      const style = styles.of(cell.decimals ? `0.${'0'.repeat(cell.decimals)}` : '0');
      return `<c s="${style}"><v>${cell.value}</v></c>`;
    }
    case 'boolean':
      return `<c t="b"><v>${cell.value ? 1 : 0}</v></c>`;
    case 'time':
      return `<c s="${styles.of(cell.format)}"><v>${cell.serial}</v></c>`;
    case 'text':
      return textCell(cell.text);
  }
};

/** Name of a column: `A`, `Z`, `AA`. */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

const colsXml = (widths: readonly number[]): string =>
  `<cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;

const aboutXml = (about: About): string =>
  `${head}<worksheet xmlns="${main}">${colsXml([16, 80])}<sheetData>${about
    .map(line => `<row>${line.map(textCell).join('')}</row>`)
    .join('')}</sheetData></worksheet>`;

const pane =
  '<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>';

const workbookXml = (about: string, rows: string): string =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView activeTab="1"/></bookViews><sheets><sheet name="${attribute(about)}" sheetId="1" r:id="rId1"/><sheet name="${attribute(rows)}" sheetId="2" r:id="rId2"/></sheets></workbook>`;

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
const relations = (...all: readonly string[]) =>
  `${head}<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`;
const typeOf = (part: string, type: string) =>
  `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
const contentTypes = `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${typeOf('workbook', 'sheet.main')}${typeOf('styles', 'styles')}${typeOf('worksheets/sheet1', 'worksheet')}${typeOf('worksheets/sheet2', 'worksheet')}</Types>`;

interface Book {
  readonly title: string;
  readonly locale: Locale;
  readonly labels: readonly string[];
  readonly widths: readonly number[];
}

/**
 * Writes a workbook as a stream: rows are compressed at once and not kept. The first sheet describes the export. The
 * workbook opens at the second sheet, with typed cells and a fixed header.
 */
export class WorkbookStream {
  readonly #zip = new yazl.ZipFile();
  readonly #sheet = new PassThrough({ highWaterMark: 256 * 1024 });
  readonly #styles = new Styles();
  readonly #book: Book;
  #rows = 0;

  constructor(book: Book) {
    this.#book = book;
    // The fastest level takes half the time of the usual level and gives a tenth more bytes.
    this.#zip.addReadStream(this.#sheet, 'xl/worksheets/sheet2.xml', { compressionLevel: 1 });
    this.#sheet.write(
      `${head}<worksheet xmlns="${main}">${pane}${colsXml(book.widths.map(width => width + 2))}<sheetData><row>${book.labels.map(textCell).join('')}</row>`,
    );
  }

  /** The file, to be read while rows are added. */
  get output(): NodeJS.ReadableStream {
    return this.#zip.outputStream;
  }

  /** Adds rows. Waits while the reader of the file is slower. */
  async add(rows: readonly (readonly ExportCell[])[]): Promise<void> {
    let xml = '';
    for (const row of rows) {
      xml += '<row>';
      for (const cell of row) xml += cellXml(cell, this.#styles);
      xml += '</row>';
    }
    this.#rows += rows.length;
    if (!this.#sheet.write(xml)) await once(this.#sheet, 'drain');
  }

  end(about: About): void {
    const { title, locale, labels } = this.#book;
    const last = `${columnName(labels.length - 1)}${this.#rows + 1}`;
    this.#sheet.end(`</sheetData><autoFilter ref="A1:${last}"/></worksheet>`);
    const parts: readonly (readonly [path: string, xml: string])[] = [
      ['xl/worksheets/sheet1.xml', aboutXml(about)],
      ['xl/styles.xml', this.#styles.xml()],
      ['xl/workbook.xml', workbookXml(aboutTitle[locale], sheetName(title))],
      [
        'xl/_rels/workbook.xml.rels',
        relations(
          relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
          relation('rId2', 'worksheet', 'worksheets/sheet2.xml'),
          relation('rId3', 'styles', 'styles.xml'),
        ),
      ],
      ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
      ['[Content_Types].xml', contentTypes],
    ];
    for (const [path, xml] of parts) this.#zip.addBuffer(Buffer.from(xml), path);
    this.#zip.end();
  }
}
