import yazl from 'yazl';

/** Returns a ZIP archive of these files. */
export const zipOf = async (files: Readonly<Record<string, string | Buffer>>): Promise<Uint8Array> => {
  const zip = new yazl.ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return new Uint8Array(Buffer.concat(parts));
};

const relations = (...each: (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships>${each.map(([id, type, to]) => `<Relationship Id="${id}" Type="x/${type}" Target="${to}"/>`).join('')}</Relationships>`;

interface Parts {
  /** XML of each sheet's rows, by the sheet's name. */
  readonly sheets: Readonly<Record<string, string>>;
  /** XML of the shared texts. */
  readonly shared?: string;
  /** XML of the styles. */
  readonly styles?: string;
  /** Names of sheets that are hidden. */
  readonly hidden?: readonly string[];
  /** XML before the list of sheets in the workbook. */
  readonly before?: string;
}

/** Returns a workbook with hand-written XML that no program writes. */
export const xlsxOf = ({ sheets, shared = '', styles = '', before = '', hidden = [] }: Parts): Promise<Uint8Array> => {
  const names = Object.keys(sheets);
  const list = names
    .map((name, at) => `<sheet name="${name}" r:id="s${at}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`)
    .join('');
  return zipOf({
    '_rels/.rels': relations(['r1', 'officeDocument', 'book.xml']),
    'book.xml': `<workbook xmlns:r="r">${before}<sheets>${list}</sheets></workbook>`,
    '_rels/book.xml.rels': relations(
      ['r1', 'sharedStrings', 'texts.xml'],
      ['r2', 'styles', 'styles.xml'],
      ...names.map((_, at) => [`s${at}`, 'worksheet', `sheet${at}.xml`] as const),
    ),
    'texts.xml': `<sst>${shared}</sst>`,
    'styles.xml': `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [`sheet${at}.xml`, `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`]),
    ),
  });
};

export const inlineText = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
