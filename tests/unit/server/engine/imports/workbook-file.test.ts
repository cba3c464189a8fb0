import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CFB, utils, type WorkBook, write } from 'xlsx';
import { openWorkbook } from '../../../../../server/engine/exports/service.ts';
import { TextStore } from '../../../../../server/engine/imports/file/texts.ts';
import { readImport } from '../../../../../server/engine/imports/thread.ts';
import { writeFile } from '../../../../../src/exporters/writers.ts';
import type { Sheet } from '../../../../../src/schema/files/sheet.ts';
import { isStorable } from '../../../../../src/schema/kinds/storable.ts';
import { nastyTexts } from '../../../../support/nastyTexts.ts';
import { inlineText, xlsxOf, zipOf } from '../../../../support/workbook.ts';

const limitMs = 60_000;
const head = `<row>${inlineText('a').repeat(8)}</row>`;
const read = async (bytes: Uint8Array) => readImport({ bytes, limitMs, choice: { known: [] } });
const rowsOf = async (bytes: Uint8Array): Promise<unknown[][]> => {
  const answer = await read(bytes);
  if ('fault' in answer) throw new Error(answer.fault);
  return answer.table.chunks
    .flatMap(chunk => JSON.parse(gunzipSync(chunk).toString()))
    .map(({ cells }: { cells: unknown[] }) => cells);
};
const cellsOf = async (cells: string, parts: Partial<Parameters<typeof xlsxOf>[0]> = {}) =>
  (await rowsOf(await xlsxOf({ sheets: { one: `${head}<row>${cells}</row>` }, ...parts })))[0];

const known = [
  ['номер ваучера', 'VoucherNumber'],
  ['фамилия', 'ClientLastName'],
] as const;
const readKnown = async (bytes: Uint8Array, sheet?: string) => {
  const answer = await readImport({ bytes, limitMs, choice: { known, ...(sheet !== undefined && { sheet }) } });
  if ('fault' in answer) return answer.fault;
  const { headings, reading, chunks } = answer.table;
  const [first] = chunks.flatMap(chunk => JSON.parse(gunzipSync(chunk).toString()));
  return { headings, sheet: reading.Sheet, sheets: reading.Sheets, row: first.row, cells: first.cells };
};
const rowOf = (...texts: string[]) => `<row>${texts.map(inlineText).join('')}</row>`;

describe('texts of a workbook', () => {
  it.each([
    ['line ends', 'Москва_x000D_\nСевер', 'Москва\r\nСевер'],
    ['an escaped escape', '_x005F_x000D_', '_x000D_'],
    ['an escaped underscore', 'a_x005f_b', 'a_b'],
    ['letters', '_x0041__x042f_', 'AЯ'],
    ['an emoji in two halves', '_xD83D__xDE00_', '😀'],
    ['what only looks like an escape', '_x00D_ _x000D x000D_ _xZZZZ_', '_x00D_ _x000D x000D_ _xZZZZ_'],
    ['what no database holds', 'a_x0000_b_xD83D_', 'a_x0000_b_xD83D_'],
  ])('have %s unescaped, wherever they stand', async (_what, written, text) => {
    const shared = `<si><t>${written}</t></si><si><r><t>${written}</t></r><r><rPr/><t>!</t></r></si>`;
    const cells = [
      inlineText(written),
      '<c t="s"><v>0</v></c><c t="s"><v>1</v></c>',
      `<c t="str"><f>A1</f><v>${written}</v></c>`,
    ].join('');
    expect(await cellsOf(cells, { shared })).toEqual([text, text, `${text}!`, text]);
  });

  it('have nothing of the extensions that later versions of Excel add to a cell or a sheet', async () => {
    const extension = '<extLst><ext uri="x"><x14:v>ext</x14:v><v>1</v><t>2</t><f>A1</f><c><v>3</v></c></ext></extLst>';
    const cells = `<c t="inlineStr"><is><t>one</t></is>${extension}</c><c><v>7</v>${extension}</c>`;
    expect(await cellsOf(cells)).toEqual(['one', 7]);
  });

  it('have no escape that is put together of two runs, and no reading aids', async () => {
    const shared = '<si><r><t>_x00</t></r><r><t>41_</t></r><rPh><t>reading</t></rPh></si>';
    const inline = '<c t="inlineStr"><is><t>a</t><rPh><t>reading</t></rPh></is></c>';
    expect(await cellsOf(`<c t="s"><v>0</v></c>${inline}`, { shared })).toEqual(['_x0041_', 'a']);
  });
});

const styles = (format: string) =>
  `<numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellXfs><xf/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs>`;

describe('values of a workbook', () => {
  it('are numbers, dates, booleans and errors as the spreadsheet shows them', async () => {
    const cells =
      '<c s="1"><v>31111</v></c><c s="2"><v>31111.5</v></c><c><v>31111</v></c><c t="b"><v>1</v></c><c t="b"><v>false</v></c><c t="e"><v>#N/A</v></c><c s="1"><v>60</v></c><c s="1"><v>0</v></c>';
    // Excel shows the last two as days that no calendar has.
    const days = ['1900-02-29', '1900-01-00'];
    const expected = ['1985-03-05', '1985-03-05T12:00:00', 31_111, true, false, '#N/A', ...days];
    expect(await cellsOf(cells, { styles: styles('[$-419]d\\ mmmm\\ yyyy;@') })).toEqual(expected);
  });

  it('are numbers with the fifteen digits that a spreadsheet shows', async () => {
    const written = ['0.30000000000000004', '2019.0000000000002', '8.9161234567000002E+10', '860277031234567', '1e-7'];
    expect(await cellsOf(written.map(figure => `<c><v>${figure}</v></c>`).join(''))).toEqual([
      0.3, 2019, 89_161_234_567, 860_277_031_234_567, 1e-7,
    ]);
  });

  it('are true however other programs write it', async () => {
    const written = ['TRUE', 'True', ' 1 ', 'FALSE', '0'];
    expect(await cellsOf(written.map(value => `<c t="b"><v>${value}</v></c>`).join(''))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('are years where a date shows its year alone', async () => {
    const cells = '<c s="1"><v>31111</v></c>';
    for (const format of ['yyyy', 'yyyy;@', '[$-419]yyyy'])
      expect(await cellsOf(cells, { styles: styles(format) }), format).toEqual([1985]);
  });

  it('count days from 1904 where the workbook does, also where the format is no date', async () => {
    const sheets = { one: `${head}<row><c s="2"><v>29649</v></c><c><v>29649</v></c></row>` };
    const answer = await read(await xlsxOf({ sheets, before: '<workbookPr date1904="1"/>', styles: styles('0') }));
    if ('fault' in answer) throw new Error(answer.fault);
    const [row] = answer.table.chunks.flatMap(chunk => JSON.parse(gunzipSync(chunk).toString()));
    expect(row).toEqual({ row: 2, cells: ['1985-03-05', 29_649], since1904: true });
  });

  it('keep the leading zeros that their format shows', async () => {
    expect(await cellsOf('<c s="1"><v>123</v></c><c s="1"><v>1.5</v></c>', { styles: styles('00000') })).toEqual([
      '00123',
      1.5,
    ]);
  });

  it.each([
    ['&quot;DD-&quot;0000', 12, 'DD-0012'],
    ['000\\-000', 123_456, '123-456'],
    ['&quot;+7&quot;0000000000', 9_161_234_567, '+79161234567'],
    ['00\\.00\\.0000', 5_031_985, '05.03.1985'],
    ['0&quot;/26&quot;', 123, '123/26'],
    ['№\\ 0', 7, '№ 7'],
    ['000', 12_345, '12345'],
    ['&quot;G&quot;#', 0, 'G0'],
    ['# ##0', 12_345, 12_345],
    ['0&quot; км&quot;', 12, 12],
    ['#,##0.00', 12, 12],
    ['[Red]0', 1, 1],
    ['# ?/?', 2, 2],
    ['&quot;DD-&quot;0000', -12, -12],
    ['&quot;DD-&quot;0000', 1.5, 1.5],
  ])('are names where the format %s makes one of %s', async (format, figure, shown) => {
    expect(await cellsOf(`<c s="1"><v>${figure}</v></c>`, { styles: styles(format) })).toEqual([shown]);
    const sheet = utils.aoa_to_sheet([['a'], [figure]]);
    (sheet.A2 as { z: string }).z = format.replaceAll('&quot;', '"');
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'one');
    expect(await rowsOf(new Uint8Array(write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer))).toEqual([
      [shown],
    ]);
  });

  it.each([
    ['0%', 0.15, '15%'],
    ['0.00\\ %', 0.155, '15.50 %'],
    ['0.0#%', 0.07, '7.0%'],
    ['0 %;[Red]-0 %', -0.15, '-15 %'],
    ['h:mm', 0.75, '18:00'],
    ['hh:mm:ss;@', 0.000_011_574, '00:00:01'],
    ['[$-F400]h:mm:ss\\ AM/PM', 0.75, '18:00:00'],
    ['h:mm\\ AM/PM', 0.75, '6:00 PM'],
    ['h:mm AM/PM', 0, '12:00 AM'],
    ['h&quot; ч &quot;mm&quot; мин&quot;', 0.25, '6:00'],
    ['[h]:mm', 1.5, '36:00'],
    ['[mm]:ss', 0.0625, '90:00'],
    ['mm:ss.0', 0.01, '14:24'],
    ['h:mm', 46_000.75, '18:00'],
  ])('are shares and times as the format %s shows %s, not the numbers behind them', async (format, figure, shown) => {
    expect(await cellsOf(`<c s="1"><v>${figure}</v></c>`, { styles: styles(format) })).toEqual([shown]);
    const sheet = utils.aoa_to_sheet([['a'], [figure]]);
    (sheet.A2 as { z: string }).z = format.replaceAll('&quot;', '"');
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'one');
    expect(await rowsOf(new Uint8Array(write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer))).toEqual([
      [shown],
    ]);
  });

  it.each([
    [9, 0.15, '15%'],
    [10, 0.155, '15.50%'],
    [20, 0.75, '18:00'],
    [46, 1.5, '36:00:00'],
  ])('are shares and times with format %s, which has its text in the program', async (id, figure, shown) => {
    const builtIn = `<cellXfs><xf/><xf numFmtId="${id}"/></cellXfs>`;
    expect(await cellsOf(`<c s="1"><v>${figure}</v></c>`, { styles: builtIn })).toEqual([shown]);
  });

  it('end at the last cell with a value, however many styled ones follow', async () => {
    const styled = Array.from({ length: 300 }, () => '<c s="1"/>').join('');
    expect(await cellsOf(`${inlineText('x')}${styled}<c r="XFD2" s="1"/>`)).toEqual(['x']);
  });
});

describe('a workbook that costs too much is refused while it is read', () => {
  const refusal = async (parts: Partial<Parameters<typeof xlsxOf>[0]>) =>
    read(await xlsxOf({ sheets: { one: head }, ...parts }));
  const long = 'x'.repeat(32_768);

  it.each([
    ['a text longer than a cell holds', { sheets: { one: `${head}<row>${inlineText(long)}</row>` } }],
    ['one in many runs', { shared: `<si>${'<r><t>xxxxxxxxxxxxxxxx</t></r>'.repeat(2049)}</si>` }],
    ['a comment of a megabyte', { sheets: { one: `<!--${'<'.repeat(1_100_000)}-->${head}` } }],
    ['an attribute of a megabyte', { sheets: { one: `<row r="${'1'.repeat(1_100_000)}"/>` } }],
    ['a text outside of cells of a megabyte', { sheets: { one: `${head}<x>${'x'.repeat(1_100_000)}</x>` } }],
    ['a format of numbers longer than 255 letters', { styles: styles(`[${'['.repeat(255)}`) }],
    ['more styles than there are', { styles: `<cellXfs>${'<xf/>'.repeat(65_537)}</cellXfs>` }],
    ['the name of a sheet of a megabyte', { sheets: { ['n'.repeat(900_000)]: head } }],
    ['more sheets than there are', { before: '<sheet/>'.repeat(5001) }],
  ])('because of %s', async (_what, parts) => {
    expect(await refusal(parts)).toEqual({ fault: 'TABLE_TOO_LARGE' });
  });

  it('because of more than two million shared texts, however short, or more than 40 MB of them', () => {
    const store = new TextStore();
    for (let n = 0; n < 2_000_000; n += 1) store.add('');
    expect(() => store.add('')).toThrow('TABLE_TOO_LARGE');
    const large = new TextStore();
    for (let n = 0; n < 4; n += 1) large.add('x'.repeat(10_000_000));
    expect(() => large.add('x')).toThrow('TABLE_TOO_LARGE');
  });

  it('because of elements within each other', async () => {
    const deep = `${'<x>'.repeat(201)}${'</x>'.repeat(201)}`;
    expect(await refusal({ sheets: { one: deep } })).toEqual({ fault: 'TABLE_BROKEN' });
  });
});

describe('a workbook as other programs than Excel write it', () => {
  const rows = rowOf('Номер ваучера', 'Фамилия') + rowOf('T-1', 'Петров');
  const sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  const withSheet = async (content: string | Buffer, change: (text: string) => string = text => text) => {
    const parts = {
      '_rels/.rels': '<R><Relationship Id="r" Type="x/officeDocument" Target="book.xml"/></R>',
      'book.xml': '<workbook xmlns:r="r"><sheets><sheet name="one" r:id="s"/></sheets></workbook>',
      '_rels/book.xml.rels': '<R><Relationship Id="s" Type="x/worksheet" Target="sheet.xml"/></R>',
    };
    const changed = Object.entries(parts).map(([path, text]) => [path, change(text)]);
    return readKnown(await zipOf({ ...Object.fromEntries(changed), 'sheet.xml': content }));
  };
  const in1251 = (text: string) =>
    Buffer.from(
      [...text].map(letter => (letter < '\x80' ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x410 + 0xc0)),
    );

  it.each<[string, string | Buffer]>([
    ['UTF-16 with its mark', Buffer.from(`\ufeff${sheet}`, 'utf16le')],
    [
      'UTF-16 in the other order',
      Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${sheet}`, 'utf16le').swap16(),
    ],
    ['a declared code page', in1251(`<?xml version="1.0" encoding='windows-1251' standalone="yes"?>${sheet}`)],
    ['UTF-8 that says UTF-16', `<?xml version="1.0" encoding="utf-16"?>${sheet}`],
    ['UTF-8 with its mark', `\ufeff<?xml version="1.0" encoding="UTF-8"?>${sheet}`],
  ])('is read in %s', async (_what, content) => {
    expect(await withSheet(content)).toMatchObject({
      headings: ['Номер ваучера', 'Фамилия'],
      cells: ['T-1', 'Петров'],
    });
  });

  it.each<[string, string | Buffer]>([
    ['are no text', in1251(sheet)],
    ['are in an unknown encoding', `<?xml version="1.0" encoding="x-nobody"?>${sheet}`],
  ])('is damaged if its bytes %s', async (_what, content) => {
    expect(await withSheet(content)).toBe('TABLE_BROKEN');
  });

  it('is read if its parts are named in other letters than they have, as 1C does', async () => {
    expect(await withSheet(sheet, text => text.replace('sheet.xml', 'Sheet.xml'))).toMatchObject({
      cells: ['T-1', 'Петров'],
    });
  });

  it('is damaged if its only sheet is missing, and names a missing one among others', async () => {
    expect(await withSheet(sheet, text => text.replace('sheet.xml', 'none.xml'))).toBe('TABLE_BROKEN');
    const before = '<sheet name="Нет" r:id="none"/>';
    const answer = await read(await xlsxOf({ sheets: { one: rows }, before }));
    expect(answer).toMatchObject({ table: { reading: { Sheet: 'one', LeftSheets: [{ Name: 'Нет', Rows: null }] } } });
  });

  it('is damaged if two of its parts have one name', async () => {
    const bytes = Buffer.from(await zipOf({ 'content.xml': '', 'Content.xml': '' }));
    expect(await read(new Uint8Array(bytes))).toEqual({ fault: 'TABLE_BROKEN' });
  });

  it('has its values in their columns, however the columns are written', async () => {
    expect(await cellsOf('<c r="a2"><v>1</v></c><c r="c2"><v>3</v></c>')).toEqual([1, null, 3]);
  });

  it('has numbers that no program can hold as texts, and none for a blank', async () => {
    const cells = '<c><v>1e309</v></c><c><v>-1e309</v></c><c><v> </v></c><c><v> 7 </v></c>';
    expect(await cellsOf(cells)).toEqual(['1e309', '-1e309', ' ', 7]);
    const date = { styles: '<cellXfs><xf/><xf numFmtId="14"/></cellXfs>' };
    expect(await cellsOf('<c s="1"><v>2958466</v></c><c s="1"><v>2958465</v></c>', date)).toEqual([
      '2958466',
      '9999-12-31',
    ]);
  });
});

it('a text that begins as an archive does is a text', async () => {
  const text = 'PK;Номер ваучера;Фамилия\n1;T-1;Петров\n';
  expect(await readKnown(Buffer.from(text))).toMatchObject({ headings: ['PK', 'Номер ваучера', 'Фамилия'] });
});

it('is damaged if the checksum of a part differs from its content', async () => {
  const bytes = Buffer.from(
    await xlsxOf({ sheets: { one: `${head}<row><c t="inlineStr"><is><t>a</t></is></c></row>` } }),
  );
  const directory = 'PK\x01\x02';
  for (let at = bytes.indexOf(directory); at >= 0; at = bytes.indexOf(directory, at + 4))
    if (bytes.toString('latin1', at + 46).startsWith('sheet0.xml')) bytes[at + 16]! ^= 1;
  expect(await read(new Uint8Array(bytes))).toEqual({ fault: 'TABLE_BROKEN' });
});

describe('a workbook with a password is named so', () => {
  const container = (parts: Readonly<Record<string, Buffer>>): Uint8Array => {
    const file = CFB.utils.cfb_new();
    for (const [path, content] of Object.entries(parts)) CFB.utils.cfb_add(file, path, content);
    return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Buffer);
  };
  const encryptedArchive = async () => {
    const bytes = Buffer.from(await xlsxOf({ sheets: { one: head } }));
    // The flags of an entry stand 6 bytes behind its own mark, and 8 bytes behind its mark in the directory.
    for (const [mark, at] of [
      ['PK\x03\x04', 6],
      ['PK\x01\x02', 8],
    ] as const)
      for (let from = bytes.indexOf(mark); from >= 0; from = bytes.indexOf(mark, from + 4)) bytes[from + at]! |= 1;
    return new Uint8Array(bytes);
  };
  const oldWorkbook = async () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['a'], ['b']]), 'one');
    const plain = CFB.read(write(book, { type: 'buffer', bookType: 'biff8' }), { type: 'buffer' });
    const content = Buffer.from(CFB.find(plain, '/Workbook')!.content);
    const begin = 4 + content.readUInt16LE(2);
    const filePass = Buffer.alloc(58);
    filePass.set([0x2f, 0, 54, 0, 1, 0, 1, 0, 1, 0]);
    return container({ '/Workbook': Buffer.concat([content.subarray(0, begin), filePass, content.subarray(begin)]) });
  };

  it.each([
    [
      'XLSX',
      async () => container({ '/EncryptionInfo': Buffer.from([4, 0, 4, 0]), '/EncryptedPackage': Buffer.alloc(9) }),
    ],
    [
      'XLSX of more bytes than an XLS may have',
      async () =>
        container({ '/EncryptedPackage': Buffer.alloc(21_000_000), '/EncryptionInfo': Buffer.from([4, 0, 4, 0]) }),
    ],
    ['XLS', oldWorkbook],
    ['ZIP', encryptedArchive],
  ] as const)('as %s', async (_what, made) => {
    expect(await read(await made())).toEqual({ fault: 'TABLE_PROTECTED' });
  });
});

describe('impossible numbers of columns and rows', () => {
  const hiddenIn = async (cols: string) => {
    const before = `</sheetData><cols>${cols}</cols><sheetData>`;
    const answer = await read(await xlsxOf({ sheets: { one: `${before}${head}<row>${inlineText('x')}</row>` } }));
    return 'fault' in answer ? answer : answer.table.reading.HiddenColumns;
  };

  it.each([
    ['-1e15', '2', [0, 1]],
    ['-Infinity', '1', [0]],
    ['0', '1', [0]],
    ['1.5', '2', [1]],
    ['199', '1e300', [198, 199]],
    ['3', '2', []],
    ['x', '2', []],
    ['1', 'x', []],
  ])('of hidden columns from %s to %s cost no time and hide only real columns', async (min, max, hidden) => {
    expect(await hiddenIn(`<col min="${min}" max="${max}" hidden="1"/>`)).toEqual(hidden);
  });

  it.each([
    '<c r="XFE2" t="inlineStr"><is><t>y</t></is></c>',
    '<c r="ZZZZZZ2" t="inlineStr"><is><t>y</t></is></c>',
    '<c r="-5" t="inlineStr"><is><t>y</t></is></c>',
  ])('in the cell %s are no place far away', async cell => {
    const answer = await read(
      await xlsxOf({ sheets: { one: `${head}<row r="1e300" spans="-1e15:1e300">${cell}</row>` } }),
    );
    expect('fault' in answer ? answer.fault : answer.table.rows).toEqual(
      cell.includes('XFE') || cell.includes('ZZZ') ? 'TABLE_TOO_LARGE' : 1,
    );
  });

  it('in merged ranges change nothing', async () => {
    const merged = '<mergeCell ref="A0:A9999999"/><mergeCell ref="ZZZ1:ZZZ9999999"/><mergeCell ref="B9:B2"/>';
    const rows = `${head}<row>${inlineText('x')}</row></sheetData><mergeCells>${merged}</mergeCells><sheetData>`;
    expect(await rowsOf(await xlsxOf({ sheets: { one: rows } }))).toEqual([['x']]);
  });
});

describe('a formula without a value', () => {
  const faultsIn = async (cell: string) => {
    const answer = await read(await xlsxOf({ sheets: { one: `${head}<row>${inlineText('x')}${cell}</row>` } }));
    if ('fault' in answer) throw new Error(answer.fault);
    return answer.table.chunks.flatMap(chunk => JSON.parse(gunzipSync(chunk).toString()));
  };

  it.each([
    '<c><f>1+1</f></c>',
    '<c><f>1+1</f><v/></c>',
    '<c t="str"><f>1+1</f></c>',
    '<c t="b"><f>1+1</f><v></v></c>',
  ])('is a fault of its cell: %s', async cell => {
    const faults = [{ column: 1, message: 'formulaWithoutValue', grave: true }];
    expect(await faultsIn(cell)).toEqual([{ row: 2, cells: ['x', '=1+1'], faults }]);
  });

  it('is a fault of each row of its merged range', async () => {
    const rows = `${head}<row>${inlineText('x')}<c><f>1+1</f></c></row><row>${inlineText('y')}</row></sheetData><mergeCells><mergeCell ref="B2:B3"/></mergeCells><sheetData>`;
    const answer = await read(await xlsxOf({ sheets: { one: rows } }));
    if ('fault' in answer) throw new Error(answer.fault);
    const found = answer.table.chunks.flatMap(chunk => JSON.parse(gunzipSync(chunk).toString()));
    const faults = [{ column: 1, message: 'formulaWithoutValue', grave: true }];
    expect(found).toEqual([
      { row: 2, cells: ['x', '=1+1'], faults },
      { row: 3, cells: ['y', '=1+1'], faults },
    ]);
  });

  it('is none where the formula comes to an empty text or to zero', async () => {
    expect(await faultsIn('<c t="str"><f>A1</f><v></v></c><c><f>0</f><v>0</v></c>')).toEqual([
      { row: 2, cells: ['x', null, 0] },
    ]);
  });
});

it('a workbook with a text that it does not have is damaged, and other documents of Office are no tables', async () => {
  const broken = await xlsxOf({
    sheets: { one: `${head}<row><c t="s"><v>7</v></c></row>` },
    shared: '<si><t>a</t></si>',
  });
  expect(await read(broken)).toEqual({ fault: 'TABLE_BROKEN' });
  const office = (part: string) =>
    zipOf({
      '_rels/.rels': `<Relationships><Relationship Id="r" Type="x/officeDocument" Target="${part}"/></Relationships>`,
      [part]: '<w:document><w:body/></w:document>',
    });
  for (const part of ['word/document.xml', 'xl/workbook.bin'])
    expect(await read(await office(part))).toEqual({ fault: 'NOT_A_TABLE' });
});

it('a sheet with whole rows in its first column is split, as Excel leaves a file with another separator', async () => {
  const lines = ['Реестр', '', 'Номер ваучера;Фамилия;Марка', 'T-1;"Петров; старший";Kia', 'T-2;Ким', 'T-3;"Ли;Kia'];
  const bytes = await xlsxOf({ sheets: { one: lines.map(line => rowOf(line)).join('') } });
  expect(await readKnown(bytes)).toMatchObject({
    headings: ['Номер ваучера', 'Фамилия', 'Марка'],
    row: 4,
    cells: ['T-1', 'Петров; старший', 'Kia'],
  });
  const answer = await readImport({ bytes, limitMs, choice: { known } });
  if ('fault' in answer) throw new Error(answer.fault);
  const rows = answer.table.chunks.flatMap(chunk => JSON.parse(gunzipSync(chunk).toString()));
  expect(rows[2]).toMatchObject({ row: 6, faults: [{ message: 'unclosedQuote' }] });
});

describe('the sheet of a workbook', () => {
  const sheets = {
    Обложка: rowOf('Отчёт', 'Сумма') + rowOf('a', 'b'),
    Шаблон: rowOf('Номер ваучера', 'Фамилия'),
    Широкий: `<row>${inlineText('x').repeat(201)}</row>`,
    Ваучеры: rowOf('Реестр') + rowOf('Номер ваучера', 'Фамилия') + rowOf('T-1', 'Петров'),
  };

  it('is the one that has known headings with rows below them, in whatever row', async () => {
    expect(await readKnown(await xlsxOf({ sheets }))).toEqual({
      headings: ['Номер ваучера', 'Фамилия'],
      sheet: 'Ваучеры',
      sheets: Object.keys(sheets),
      row: 3,
      cells: ['T-1', 'Петров'],
    });
  });

  it('is the one that is chosen, if there is such', async () => {
    const bytes = await xlsxOf({ sheets });
    expect(await readKnown(bytes, 'Обложка')).toMatchObject({ sheet: 'Обложка', cells: ['a', 'b'] });
    expect(await readKnown(bytes, 'Широкий')).toBe('TABLE_TOO_LARGE');
    expect(await readKnown(bytes, 'Нет')).toBe('NO_SUCH_SHEET');
  });

  it('is the first one with rows where nothing is known', async () => {
    const { Обложка, Широкий } = sheets;
    expect(await readKnown(await xlsxOf({ sheets: { Пусто: '', Широкий, Обложка } }))).toMatchObject({
      sheet: 'Обложка',
    });
  });
});

const ods = (content: string, more: Readonly<Record<string, string>> = {}) =>
  zipOf({
    'content.xml': `<office:document><office:automatic-styles><style:style style:name="h"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:spreadsheet>${content}</office:spreadsheet></office:document>`,
    ...more,
  });
const p = (text: string) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
const odsRow = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`;
const odsSheet = (name: string, rows: string, more = '') =>
  `<table:table table:name="${name}" ${more}>${rows}</table:table>`;
const odsHead = odsRow(p('a').repeat(8));

describe('an OpenDocument spreadsheet', () => {
  const cellsIn = async (cells: string) => (await rowsOf(await ods(odsSheet('one', odsHead + odsRow(cells)))))[0];

  it('has its values as the file types them', async () => {
    const cell = (attributes: string, text = '') =>
      `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
    const cells = [
      cell('office:value-type="float" office:value="12.5"', '12,5'),
      cell('office:value-type="float" office:value="123"', '00123'),
      cell('office:value-type="date" office:date-value="1985-03-05"', '5 марта'),
      cell('office:value-type="date" office:date-value="1985-03-05T09:30:00.000000"'),
      cell('office:value-type="percentage" office:value="0.15"', '15,0 %'),
      cell('office:value-type="percentage" office:value="0.15"'),
      cell('office:value-type="time" office:time-value="PT18H00M00S"', '18:00'),
      cell('office:value-type="date" office:date-value="2026-03-05T18:00:00"', '18:00'),
      cell('office:value-type="boolean" office:boolean-value="true"', 'ИСТИНА'),
      cell('office:value-type="string" calcext:value-type="error" office:string-value=""', '#N/A'),
    ].join('');
    const [dates, shares, times] = [
      ['1985-03-05', '1985-03-05T09:30:00'],
      ['15,0 %', '15%'],
      ['18:00', '18:00'],
    ];
    const expected = [12.5, '00123', ...dates, ...shares, ...times, true, '#N/A'];
    expect(await cellsIn(cells)).toEqual(expected);
  });

  it('has shares and times that the file stores as numbers with a style', async () => {
    const shared = [
      [{ t: 'n', v: 0.15, z: '0%' }, '15%'],
      [{ t: 'n', v: 0.155, z: '0.00%' }, '15.50%'],
      [{ t: 'n', v: 0.75, z: 'h:mm' }, '18:00'],
      [{ t: 'n', v: 0.25, z: 'hh:mm:ss' }, '06:00:00'],
      [{ t: 'n', v: 0.15, z: '0.00' }, 0.15],
    ] as const;
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet([shared.map((_, at) => `c${at}`), shared.map(([cell]) => cell)]);
    utils.book_append_sheet(book, sheet, 'one');
    const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'ods' }) as Buffer);
    expect(await rowsOf(bytes)).toEqual([shared.map(([, shown]) => shown)]);
  });

  it('counts on the hours of a time that its style does not cut off at a day', async () => {
    const styles =
      '<number:time-style style:name="N1" number:truncate-on-overflow="false"><number:hours/><number:text>:</number:text><number:minutes number:style="long"/></number:time-style><style:style style:name="elapsed" style:data-style-name="N1"/>';
    const cell =
      '<table:table-cell table:style-name="elapsed" office:value-type="float" office:value="1.5"><text:p>1.5</text:p></table:table-cell>';
    expect(await rowsOf(await ods(styles + odsSheet('one', odsHead + odsRow(cell))))).toEqual([['36:00']]);
  });

  it('has names where numbers are shown as such', async () => {
    const cell = (figure: number, shown: string) =>
      `<table:table-cell office:value-type="float" office:value="${figure}"><text:p>${shown}</text:p></table:table-cell>`;
    const names = [
      [12, 'DD-0012'],
      [123_456, '123-456'],
      [9_161_234_567, '+79161234567'],
      [5_031_985, '05.03.1985'],
      [123, '123/26'],
      [0, '000'],
    ] as const;
    const figures = [
      [12, '12 км'],
      [1234, '1 234,00'],
      [1234, '1,234'],
      [12, '12,00 ₽'],
      [1.5, 'A-1,5'],
      [123_456, '1,23E+05'],
      [1, '01,00'],
      [12, '###'],
    ] as const;
    const shownOf = (cells: readonly (readonly [number, string])[]) =>
      cellsIn(cells.map(([figure, shown]) => cell(figure, shown)).join(''));
    expect(await shownOf(names)).toEqual(names.map(([, shown]) => shown));
    expect(await shownOf(figures)).toEqual(figures.map(([figure]) => figure));
  });

  it('has texts with their blanks and lines, and without comments', async () => {
    const comment = '<office:annotation><text:p>comment</text:p></office:annotation>';
    const cell = `<table:table-cell office:value-type="string">${comment}<text:p>a<text:s text:c="2"/><text:span>b</text:span><text:line-break/>c</text:p><text:p>d</text:p></table:table-cell>`;
    expect(await cellsIn(cell)).toEqual(['a  b\nc\nd']);
  });

  it('repeats cells and rows with values, and not empty ones', async () => {
    const twice = p('x').replace('<table:table-cell', '<table:table-cell table:number-columns-repeated="2"');
    const empty = '<table:table-cell table:number-columns-repeated="16000"/>';
    const rows =
      odsHead +
      odsRow(twice + empty, 'table:number-rows-repeated="2"') +
      odsRow(empty, 'table:number-rows-repeated="1000000"');
    expect(await rowsOf(await ods(odsSheet('one', rows)))).toEqual([
      ['x', 'x'],
      ['x', 'x'],
    ]);
  });

  it('proposes the sheet with known headings, and no hidden one', async () => {
    const table = odsRow(p('Номер ваучера') + p('Фамилия')) + odsRow(p('T-1') + p('Петров'));
    const cover = odsRow(p('a') + p('b')) + odsRow(p('1') + p('2'));
    const bytes = await ods(
      odsSheet('Старые', table, 'table:style-name="h"') + odsSheet('Обложка', cover) + odsSheet('Новые', table),
    );
    expect(await readKnown(bytes)).toMatchObject({
      sheet: 'Новые',
      sheets: ['Обложка', 'Новые'],
      cells: ['T-1', 'Петров'],
    });
  });

  it.each([
    ['rows without end', odsRow(p('x'), 'table:number-rows-repeated="1000000000"'), 'TABLE_TOO_LARGE'],
    ['rows to the end', odsRow(p('x').repeat(3), 'table:number-rows-repeated="1048576"'), 'TABLE_TOO_LARGE'],
    [
      'columns without end',
      odsRow(p('x').replace('<table:table-cell', '<table:table-cell table:number-columns-repeated="1000000000"')),
      'TABLE_TOO_LARGE',
    ],
    ['blanks without end', odsRow(p('<text:s text:c="1000000000"/>')), 'TABLE_TOO_LARGE'],
    [
      'a table within a cell',
      `${odsRow(`<table:table-cell>${odsSheet('inner', odsRow(p('x')))}</table:table-cell>`)}${odsRow(p('y'))}`,
      'TABLE_BROKEN',
    ],
  ])('is refused because of %s', async (_what, rows, fault) => {
    expect(await read(await ods(odsSheet('one', odsHead + rows)))).toEqual({ fault });
  });

  it('is refused because of a name that no program writes, of a sheet or a style', async () => {
    const long = 'n'.repeat(900_000);
    expect(await read(await ods(odsSheet(long, odsHead)))).toEqual({ fault: 'TABLE_TOO_LARGE' });
    const style = `<style:style style:name="${long}"/>`;
    expect(await read(await ods(style + odsSheet('one', odsHead)))).toEqual({ fault: 'TABLE_TOO_LARGE' });
  });

  it('with a password is named so, and a document of texts is no table', async () => {
    const secret = await ods('', { 'META-INF/manifest.xml': '<m><manifest:encryption-data/></m>' });
    expect(await read(secret)).toEqual({ fault: 'TABLE_PROTECTED' });
    expect(await read(await zipOf({ 'content.xml': '<office:text/>' }))).toEqual({ fault: 'NOT_A_TABLE' });
  });
});

describe('a workbook of Excel before 2007', () => {
  const book = (): WorkBook => {
    const made = utils.book_new();
    utils.book_append_sheet(made, utils.aoa_to_sheet([['Отчёт']]), 'Обложка');
    const date = { t: 'n', v: 31_111, z: 'dd.mm.yyyy' };
    const number = { t: 'n', v: 7, z: '000' };
    const rows = [
      ['Номер ваучера', 'Фамилия'],
      [number, 'Ёлкин', date, true, 31_111, { t: 'e', v: 42 }],
    ];
    utils.book_append_sheet(made, utils.aoa_to_sheet(rows), 'Ваучеры');
    return made;
  };

  it('has its values, and the sheet with known headings', async () => {
    const bytes = new Uint8Array(write(book(), { type: 'buffer', bookType: 'biff8' }) as Buffer);
    expect(await readKnown(bytes)).toMatchObject({
      sheet: 'Ваучеры',
      sheets: ['Обложка', 'Ваучеры'],
      cells: ['007', 'Ёлкин', '1985-03-05', true, 31_111, '#N/A'],
    });
    expect(await read(bytes.subarray(0, bytes.length / 2))).toEqual({ fault: 'TABLE_BROKEN' });
  });

  it('is refused before it is read when it is larger than such workbooks are', async () => {
    const bytes = new Uint8Array(20_000_001);
    bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(await read(bytes)).toEqual({ fault: 'OLD_WORKBOOK_TOO_LARGE' });
  });

  it('has millions of styled cells without a value at the cost of a few megabytes', async () => {
    const made = CFB.read(write(book(), { type: 'buffer', bookType: 'biff8' }), { type: 'buffer' });
    const content = Buffer.from(CFB.find(made, '/Workbook')!.content);
    // A record of the kind MulBlank: row, first column, a style for each of 256 columns, last column.
    const blanks = Buffer.alloc(4 + 518);
    blanks.writeUInt16LE(0xbe, 0);
    blanks.writeUInt16LE(518, 2);
    blanks.writeUInt16LE(255, 520);
    const rows = Array.from({ length: 30_000 }, (_, row) => {
      const record = Buffer.from(blanks);
      record.writeUInt16LE(row + 10, 4);
      return record;
    });
    const end = content.lastIndexOf(Buffer.from([10, 0, 0, 0]));
    const styled = CFB.utils.cfb_new();
    CFB.utils.cfb_add(styled, 'Workbook', Buffer.concat([content.subarray(0, end), ...rows, content.subarray(end)]));
    const bytes = new Uint8Array(CFB.write(styled, { type: 'buffer' }) as Buffer);
    const rss = process.resourceUsage().maxRSS;
    expect(await readKnown(bytes)).toMatchObject({ sheet: 'Ваучеры' });
    expect((process.resourceUsage().maxRSS - rss) / 1024).toBeLessThan(200);
  });
});

describe('cells that a file has twice', () => {
  const rowOfCells = async (cells: string) => {
    const bytes = await xlsxOf({ sheets: { one: `${head}<row r="2">${cells}</row>` } });
    const answer = await read(bytes);
    if ('fault' in answer) throw new Error(answer.fault);
    return answer.table.chunks.flatMap(chunk => JSON.parse(gunzipSync(chunk).toString()));
  };

  it('are a fault that names the first value, unless both values are equal', async () => {
    const fault = { column: 1, message: 'cellTwice', values: { value: '7' }, grave: true };
    expect(await rowOfCells('<c r="B2"><v>7</v></c><c r="C2"><v>1</v></c><c r="B2"><v>8</v></c>')).toEqual([
      { row: 2, cells: [null, 8, 1], faults: [fault] },
    ]);
    expect(await rowOfCells('<c r="B2"><v>7</v></c><c r="B2"/><c r="B2"><v>7</v></c>')).toEqual([
      { row: 2, cells: [null, 7] },
    ]);
  });

  const alternatives = (prefix: string, uri: string) =>
    `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:${prefix}="${uri}">
      <mc:Choice Requires="${prefix}"><c r="A2"><v>1</v></c></mc:Choice>
      <mc:Choice Requires="${prefix}"><c r="A2"><v>2</v></c></mc:Choice>
      <mc:Fallback><c r="A2"><v>3</v></c></mc:Fallback></mc:AlternateContent><c r="B2"><v>9</v></c>`;
  it.each([
    ['first one that Excel knows', 'x14', 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main', 1],
    ['fallback of an extension that Excel does not know', 'own', 'https://example.com/own', 3],
  ])('as alternatives are the %s', async (_what, prefix, uri, value) => {
    expect(await rowOfCells(alternatives(prefix, uri))).toEqual([{ row: 2, cells: [value, 9] }]);
  });
});

describe('merged cells, and what is hidden', () => {
  const head = ['Ваучер', 'Филиал', 'Агент'];
  const rows = [head, ['M-1', 'Север', 'Сидоров'], ['M-2'], ['M-3'], [], ['M-4', 'Юг']];
  const bookOf = (bookType: 'xlsx' | 'ods' | 'biff8') => {
    const sheet = utils.aoa_to_sheet(rows);
    // The second range goes on over the blank row, which is no row all the same.
    sheet['!merges'] = [
      { s: { r: 1, c: 1 }, e: { r: 3, c: 1 } },
      { s: { r: 1, c: 2 }, e: { r: 4, c: 2 } },
    ];
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Лист1');
    return new Uint8Array(write(book, { type: 'buffer', bookType }) as Buffer);
  };

  it.each(['xlsx', 'ods', 'biff8'] as const)('have their value in each of their rows in %s', async bookType => {
    expect(await rowsOf(bookOf(bookType))).toEqual([
      ['M-1', 'Север', 'Сидоров'],
      ['M-2', 'Север', 'Сидоров'],
      ['M-3', 'Север', 'Сидоров'],
      ['M-4', 'Юг'],
    ]);
  });

  it.each(['xlsx', 'biff8'] as const)('never replace a value that %s stores below them', async bookType => {
    const names = [
      ['Ваучер', 'Фамилия', 'Имя'],
      ['M-1', 'Юрьев', 'Илья'],
      ['M-2', 'Петров', 'Пётр'],
      ['M-3', 'Юрьев'],
    ];
    const sheet = utils.aoa_to_sheet(names);
    sheet['!merges'] = [{ s: { r: 1, c: 1 }, e: { r: 3, c: 2 } }];
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Лист1');
    const answer = await read(new Uint8Array(write(book, { type: 'buffer', bookType }) as Buffer));
    if ('fault' in answer) throw new Error(answer.fault);
    const hidden = (column: number) => ({ column, message: 'hiddenByMerging', grave: false });
    expect(answer.table.chunks.flatMap(chunk => JSON.parse(gunzipSync(chunk).toString()))).toEqual([
      { row: 2, cells: ['M-1', 'Юрьев', 'Илья'] },
      { row: 3, cells: ['M-2', 'Петров', 'Пётр'], faults: [hidden(1), hidden(2)] },
      { row: 4, cells: ['M-3', 'Юрьев'] },
    ]);
  });

  it('keep the values of a table that is merged with its headings', async () => {
    const sheet = utils.aoa_to_sheet([head, ['M-1', 'Север', 'Сидоров'], ['M-2', 'Юг', 'Ким']]);
    sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 2, c: 2 } }];
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Лист1');
    expect(await rowsOf(new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer))).toEqual([
      ['M-1', 'Север', 'Сидоров'],
      ['M-2', 'Юг', 'Ким'],
    ]);
  });

  it('are told: other sheets with their rows, hidden sheets, rows and columns', async () => {
    const sheet = utils.aoa_to_sheet([head, ['M-1', 'Север', 'Сидоров'], ['M-2', 'Юг', 'Ким']]);
    sheet['!rows'] = [{}, {}, { hidden: true }];
    sheet['!cols'] = [{}, { hidden: true }];
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Октябрь');
    utils.book_append_sheet(book, utils.aoa_to_sheet([head, ['N-1'], ['N-2'], ['N-3']]), 'Ноябрь');
    utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'Лист3');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['x']]), 'Тайна');
    book.Workbook = { Sheets: [{}, {}, {}, { Hidden: 1 }] };
    const answer = await read(new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer));
    if ('fault' in answer) throw new Error(answer.fault);
    const { LeftSheets, HiddenSheets, HiddenColumns } = answer.table.reading;
    expect({ LeftSheets, HiddenSheets, HiddenColumns }).toEqual({
      LeftSheets: [{ Name: 'Ноябрь', Rows: 3 }],
      HiddenSheets: ['Тайна'],
      HiddenColumns: [1],
    });
    const kept = answer.table.chunks.flatMap(chunk => JSON.parse(gunzipSync(chunk).toString()));
    expect(kept[1]).toEqual({ row: 3, cells: ['M-2', 'Юг', 'Ким'], faults: [{ message: 'hiddenRow', grave: false }] });
  });
});

describe('rows of a workbook in disorder', () => {
  const numbered = (row: number, ...texts: string[]) => `<row r="${row}">${texts.map(inlineText).join('')}</row>`;
  const readNumbers = async (rows: string, after = '') => {
    const answer = await readImport({
      bytes: await zipWithRows(rows, after),
      limitMs,
      choice: { known },
    });
    if ('fault' in answer) return answer.fault;
    const { headings, reading, chunks } = answer.table;
    const data = chunks.flatMap(chunk => JSON.parse(gunzipSync(chunk).toString()));
    return {
      headings,
      heading: reading.HeadingRow,
      rows: data.map(({ row, cells }: { row: number; cells: unknown[] }) => [row, cells[0]]),
    };
  };
  const zipWithRows = async (rows: string, after: string) =>
    xlsxOf({ sheets: { one: `${rows}</sheetData>${after}<sheetData>` } });
  const headings = ['Номер ваучера', 'Фамилия'];

  it('stand where their numbers place them, the headings too', async () => {
    const rows = [numbered(4, 'V-4', 'Г'), numbered(2, 'V-2', 'Б'), numbered(1, ...headings), numbered(3, 'V-3', 'В')];
    const sorted = [2, 3, 4].map(row => [row, `V-${row}`]);
    expect(await readNumbers(rows.join(''))).toEqual({ headings, heading: 1, rows: sorted });
  });

  it('have their merged values, and each its own number', async () => {
    const rows = [numbered(3, 'V-3'), numbered(2, 'V-2', 'Б'), numbered(1, ...headings), numbered(2, 'V-2a', 'Б')];
    const merged = '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>';
    expect(await readNumbers(rows.join(''), merged)).toMatchObject({
      rows: [
        [2, 'V-2'],
        [3, 'V-2a'],
        [4, 'V-3'],
      ],
    });
  });
});

describe('a workbook whose rows cannot be seen', () => {
  const rows = rowOf('Номер ваучера', 'Фамилия') + rowOf('V-1', 'Иванов');
  it('is read if all its sheets are hidden, because it cannot be opened otherwise', async () => {
    const answer = await readKnown(await xlsxOf({ sheets: { Реестр: rows }, hidden: ['Реестр'] }));
    expect(answer).toMatchObject({ sheet: 'Реестр', sheets: ['Реестр'], cells: ['V-1', 'Иванов'] });
  });

  it('is refused with the reason if its visible sheet is empty', async () => {
    const parts = { sheets: { Лист1: '', Реестр: rows }, hidden: ['Реестр'] };
    expect(await readKnown(await xlsxOf(parts))).toBe('TABLE_HIDDEN');
    expect(await readKnown(await xlsxOf({ sheets: { Лист1: '' } }))).toBe('TABLE_EMPTY');
  });

  it('of Excel before 2007 is hidden and cut alike', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Номер ваучера', 'Фамилия'],
        ['V-1', 'Иванов'],
      ]),
      'Реестр',
    );
    const hidden: WorkBook = { ...book, Workbook: { Sheets: [{ name: 'Реестр', Hidden: 1 }] } };
    const bytesOf = (each: WorkBook): Buffer => write(each, { type: 'buffer', bookType: 'biff8' });
    expect(await readKnown(bytesOf(hidden))).toMatchObject({ sheet: 'Реестр', cells: ['V-1', 'Иванов'] });
    const content = CFB.find(CFB.read(bytesOf(book), { type: 'buffer' }), 'Workbook')?.content;
    // The last record, four bytes, says that the sheet ends.
    for (const missing of [4, 30]) {
      const file = CFB.utils.cfb_new();
      CFB.utils.cfb_add(file, '/Workbook', Buffer.from(content as Uint8Array).subarray(0, -missing));
      expect(await readKnown(CFB.write(file, { type: 'buffer' }) as Buffer)).toBe('TABLE_BROKEN');
    }
  });
});

describe('a workbook of an export', () => {
  const looksEscaped = [
    '_x0041_',
    '_x005F_',
    '__x000D__',
    '_x0041_x0042_',
    '_x00e9_ и _xZZZZ_',
    'а\u0001x0041_',
    'а\r\nб',
  ];
  const texts = [...nastyTexts.map(([, stored]) => stored), ...looksEscaped].filter(isStorable);
  const sheet: Sheet = {
    title: 'Список',
    locale: 'ru',
    originLines: [],
    columns: [{ label: 'Текст', width: 10, align: 'start' }],
    rows: texts.map(text => [{ type: 'text', text }]),
  };
  const writeOnServer = async (): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    const writer = openWorkbook(sheet, [], async part => {
      parts.push(part);
    });
    await writer.add(sheet.rows);
    await writer.end([]);
    return Buffer.concat(parts);
  };

  it.each([
    ['the browser', () => writeFile('xlsx', sheet)],
    ['the server', writeOnServer],
  ])('from %s holds every letter of every text', async (_what, write) => {
    const answer = await readImport({ bytes: await write(), limitMs, choice: { known: [], sheet: 'Список' } });
    if ('fault' in answer) throw new Error(answer.fault);
    const rows = answer.table.chunks.flatMap(chunk => JSON.parse(gunzipSync(chunk).toString()));
    expect(rows.map(({ cells }) => cells[0])).toEqual(texts);
  });
});
