import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import yazl from 'yazl';
import type { Locale } from '../../../src/contract/messages/index.ts';
import { escapeWorkbookText, type OriginLines, originSheetTitle, sheetName } from '../../../src/schema/files/sheet.ts';
import type { ExportCell } from '../../../src/schema/kinds/cell.ts';
import { cutText } from '../../../src/schema/kinds/graphemes.ts';

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';

const escapeText = (text: string): string =>
  escapeWorkbookText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

/** Longest text that a cell of a workbook may hold. */
const cellTextMax = 32_767;
// A cell of type `inlineStr` is always a text, even if it begins with `=`. Only a cell with <f> is a formula.
const textCell = (text: string): string =>
  `<c t="inlineStr"><is><t xml:space="preserve">${escapeText(cutText(text, cellTextMax))}</t></is></c>`;

class Styles {
  readonly #numbers = new Map<string, number>();
  styleOf(format: string): number {
    const styleNumber = this.#numbers.get(format) ?? this.#numbers.size + 1;
    this.#numbers.set(format, styleNumber);
    return styleNumber;
  }
  xml(): string {
    const formats = [...this.#numbers].map(
      ([format, styleNumber]) => `<numFmt numFmtId="${163 + styleNumber}" formatCode="${escapeAttribute(format)}"/>`,
    );
    const cellFormats = [...this.#numbers.values()].map(
      styleNumber =>
        `<xf numFmtId="${163 + styleNumber}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    );
    return `${xmlDeclaration}<styleSheet xmlns="${mainNamespace}">${formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` : ''}<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellFormats.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${cellFormats.join('')}</cellXfs></styleSheet>`;
  }
}

const cellXml = (cell: ExportCell, styles: Styles): string => {
  switch (cell.type) {
    case 'empty':
      return '<c/>';
    case 'number': {
      const style = styles.styleOf(cell.decimals ? `0.${'0'.repeat(cell.decimals)}` : '0');
      return `<c s="${style}"><v>${cell.value}</v></c>`;
    }
    case 'boolean':
      return `<c t="b"><v>${cell.value ? 1 : 0}</v></c>`;
    case 'time':
      return `<c s="${styles.styleOf(cell.format)}"><v>${cell.serial}</v></c>`;
    case 'text':
      return textCell(cell.text);
  }
};

const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

const colsXml = (widths: readonly number[]): string =>
  `<cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;

const aboutXml = (about: OriginLines): string =>
  `${xmlDeclaration}<worksheet xmlns="${mainNamespace}">${colsXml([16, 80])}<sheetData>${about
    .map(line => `<row>${line.map(textCell).join('')}</row>`)
    .join('')}</sheetData></worksheet>`;

const frozenHeaderXml =
  '<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>';

const workbookXml = (rows: string, about: string): string =>
  `${xmlDeclaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipsNamespace}"><bookViews><workbookView/></bookViews><sheets><sheet name="${escapeAttribute(rows)}" sheetId="1" r:id="rId1"/><sheet name="${escapeAttribute(about)}" sheetId="2" r:id="rId2"/></sheets></workbook>`;

const relationXml = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relationshipsNamespace}/${type}" Target="${target}"/>`;
const relationsXml = (...all: readonly string[]) =>
  `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships">${all.join('')}</Relationships>`;
const contentTypeXml = (part: string, type: string) =>
  `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
const contentTypesXml = `${xmlDeclaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${contentTypeXml('workbook', 'sheet.main')}${contentTypeXml('styles', 'styles')}${contentTypeXml('worksheets/sheet1', 'worksheet')}${contentTypeXml('worksheets/sheet2', 'worksheet')}</Types>`;

interface WorkbookHead {
  readonly title: string;
  readonly locale: Locale;
  readonly labels: readonly string[];
  readonly widths: readonly number[];
}

/**
 * Writes a workbook as a stream: rows are compressed at once and not kept. The first sheet has the rows, with typed
 * cells and a fixed header. The second sheet describes the export.
 */
export class WorkbookStream {
  readonly #zip = new yazl.ZipFile();
  readonly #sheet = new PassThrough({ highWaterMark: 256 * 1024 });
  readonly #styles = new Styles();
  readonly #book: WorkbookHead;
  #rows = 0;

  constructor(book: WorkbookHead) {
    this.#book = book;
    // The fastest level of compression takes half the time of the usual level. The file is a tenth larger.
    this.#zip.addReadStream(this.#sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: 1 });
    this.#sheet.write(
      `${xmlDeclaration}<worksheet xmlns="${mainNamespace}">${frozenHeaderXml}${colsXml(book.widths.map(width => width + 2))}<sheetData><row>${book.labels.map(textCell).join('')}</row>`,
    );
  }

  /** Stream of the file's bytes, to be read while rows are added. */
  get output(): NodeJS.ReadableStream {
    return this.#zip.outputStream;
  }

  /** Adds rows. Waits while the file is read more slowly than rows are added. */
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

  end(about: OriginLines): void {
    const { title, locale, labels } = this.#book;
    const last = `${columnName(labels.length - 1)}${this.#rows + 1}`;
    this.#sheet.end(`</sheetData><autoFilter ref="A1:${last}"/></worksheet>`);
    const parts: readonly (readonly [path: string, xml: string])[] = [
      ['xl/worksheets/sheet2.xml', aboutXml(about)],
      ['xl/styles.xml', this.#styles.xml()],
      ['xl/workbook.xml', workbookXml(sheetName(title), originSheetTitle[locale])],
      [
        'xl/_rels/workbook.xml.rels',
        relationsXml(
          relationXml('rId1', 'worksheet', 'worksheets/sheet1.xml'),
          relationXml('rId2', 'worksheet', 'worksheets/sheet2.xml'),
          relationXml('rId3', 'styles', 'styles.xml'),
        ),
      ],
      ['_rels/.rels', relationsXml(relationXml('rId1', 'officeDocument', 'xl/workbook.xml'))],
      ['[Content_Types].xml', contentTypesXml],
    ];
    for (const [path, xml] of parts) this.#zip.addBuffer(Buffer.from(xml), path);
    this.#zip.end();
  }
}
