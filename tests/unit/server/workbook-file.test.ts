import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readImport } from '../../../server/modules/imports/thread.ts';
import { inlineText, xlsxOf } from '../../support/workbook.ts';

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
      '<c s="1"><v>31111</v></c><c s="2"><v>31111.5</v></c><c><v>31111</v></c><c t="b"><v>1</v></c><c t="b"><v>false</v></c><c t="e"><v>#N/A</v></c>';
    const expected = ['1985-03-05', '1985-03-05T12:00:00', 31_111, true, false, '#N/A'];
    expect(await cellsOf(cells, { styles: styles('[$-419]d\\ mmmm\\ yyyy;@') })).toEqual(expected);
  });

  it('count days from 1904 where the workbook does', async () => {
    const since1904 = { before: '<workbookPr date1904="1"/>', styles: styles('0') };
    expect(await cellsOf('<c s="2"><v>29649</v></c>', since1904)).toEqual(['1985-03-05']);
  });

  it('keep the leading zeros that their format shows', async () => {
    expect(await cellsOf('<c s="1"><v>123</v></c><c s="1"><v>1.5</v></c>', { styles: styles('00000') })).toEqual([
      '00123',
      1.5,
    ]);
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
    ['more sheets than there are', { before: '<sheet/>'.repeat(5001) }],
  ])('because of %s', async (_what, parts) => {
    expect(await refusal(parts)).toEqual({ fault: 'TABLE_TOO_LARGE' });
  });

  it('because of elements within each other', async () => {
    const deep = `${'<x>'.repeat(201)}${'</x>'.repeat(201)}`;
    expect(await refusal({ sheets: { one: deep } })).toEqual({ fault: 'TABLE_BROKEN' });
  });
});
