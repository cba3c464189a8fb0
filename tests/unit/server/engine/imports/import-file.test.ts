import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import yazl from 'yazl';
import type { FileTable } from '../../../../../server/engine/imports/file/table.ts';
import { hasLostLetters, restoreText } from '../../../../../server/engine/imports/garbled.ts';
import { readImport } from '../../../../../server/engine/imports/thread.ts';

const relations = (...each: (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships>${each.map(([id, type, to]) => `<Relationship Id="${id}" Type="x/${type}" Target="${to}"/>`).join('')}</Relationships>`;

/** Returns a workbook of one sheet with hand-written XML that no program writes. */
const workbook = async (rows: string, shared = ''): Promise<Uint8Array> => {
  const zip = new yazl.ZipFile();
  const files = {
    '_rels/.rels': relations(['r1', 'officeDocument', 'book.xml']),
    'book.xml': '<workbook xmlns:r="r"><sheets><sheet r:id="r1"/></sheets></workbook>',
    '_rels/book.xml.rels': relations(['r1', 'worksheet', 'sheet.xml'], ['r2', 'sharedStrings', 'texts.xml']),
    'sheet.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'texts.xml': `<sst>${shared}</sst>`,
  };
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return new Uint8Array(Buffer.concat(parts));
};
const text = (what: string) => `<c t="inlineStr"><is><t>${what}</t></is></c>`;
const shared = '<c t="s"><v>0</v></c>';
const tableOf = async (bytes: Uint8Array): Promise<FileTable> => {
  const read = await readImport({ bytes, limitMs, choice });
  if ('fault' in read) throw new Error(read.fault);
  return read.table;
};
/** Time limit that no file of these tests reaches, milliseconds. */
const limitMs = 60_000;
const choice = { known: [] };
const chunksOf = ({ chunks }: FileTable) => chunks.map(bytes => JSON.parse(gunzipSync(bytes).toString()));

describe('a file meant to do harm', () => {
  it('of a few kilobytes whose cells share one long text is too large', async () => {
    const rows = `<row>${text('a').repeat(100)}</row>${`<row>${shared.repeat(100)}</row>`.repeat(100)}`;
    const bytes = await workbook(rows, `<si><t>${'x'.repeat(32_767)}</t></si>`);
    expect(bytes.length).toBeLessThan(10_000);
    expect(await readImport({ bytes, limitMs, choice })).toEqual({ fault: 'TABLE_TOO_LARGE' });
  });

  it('of millions of empty elements, or of a text that goes on and on, is left when its time is over', async () => {
    const row = '<row/>'.repeat(500_000);
    expect(await readImport({ bytes: await workbook(row), limitMs: 20, choice })).toEqual({ fault: 'TABLE_TOO_SLOW' });
    expect(await readImport({ bytes: await workbook(row), limitMs, choice })).toEqual({ fault: 'TABLE_EMPTY' });
    const csv = new TextEncoder().encode(`a;b\n${'1;2\n'.repeat(30_000)}`);
    expect(await readImport({ bytes: csv, limitMs: -1, choice })).toEqual({ fault: 'TABLE_TOO_SLOW' });
    expect(await readImport({ bytes: csv, limitMs, choice })).toMatchObject({ table: { rows: 30_000 } });
  });

  const wideRow = (letter: number) => Buffer.from([...Array(700).fill(letter), 0x3b, 0x0a]);
  /** Lines of pseudo-random letters, each in its own code page or in none. */
  const mixedLines = () => {
    let state = 1;
    const next = () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state / 2 ** 31;
    };
    return Buffer.from(
      Array.from({ length: 2 ** 20 }, () =>
        next() < 0.01 ? 0x0a : next() < 0.1 ? 0x3b : 0xc0 + Math.floor(next() * 64),
      ),
    );
  };
  const megabytes = (count: number, text: string) => Buffer.alloc(count * 2 ** 20, text);
  it.each([
    ['40 MB of quotes', '', megabytes(40, '"')],
    ['39 MB of the euro sign', '', Buffer.alloc(39_000_000, 0x80)],
    ['39 MB of Russian rows in Windows-1251', '', Buffer.alloc(39_000_000, wideRow(0xc0))],
    ['23 MB of lines in several code pages', '', Buffer.alloc(23_000_000, mixedLines())],
    ['40 MB of Russian rows in UTF-8', '', Buffer.alloc(39_000_000, `${'Иванов;'.repeat(70)}\n`)],
    ['brackets', '', megabytes(8, '[')],
    ['damaged letters in one line', 'Номер;ФИО;Марка\n', megabytes(20, '').fill(Buffer.from([0xd0, 0x9f, 0xff, 0x3b]))],
    ['end marks of DOS within a value', 'Номер;ФИО;Марка\nA', Buffer.concat([megabytes(1, '\x1a'), Buffer.from('A')])],
    ['end marks of DOS and NULs', 'Номер;ФИО;Марка\n', Buffer.concat([megabytes(1, '\x1a\0'), Buffer.from('A')])],
    ['lines without values', 'Номер;ФИО;Марка\n', megabytes(2, '\r')],
    ['quoted line ends', `Номер;ФИО;Марка\n${'1;2;3\n'.repeat(40)}`, megabytes(4, `${'"\n";'.repeat(9000)}\n`)],
    ['quotes of a formula', 'Номер;ФИО;Марка\n="', Buffer.concat([megabytes(24, '"'), Buffer.from('x\n')])],
    ['blanks', '{', megabytes(2, ' ')],
  ])('costs little time and memory: %s', async (_what, before, bytes) => {
    const file = Buffer.concat([Buffer.from(before), bytes]);
    const [cpu, rss] = [process.cpuUsage(), process.resourceUsage().maxRSS];
    await readImport({ bytes: file, limitMs, choice });
    const { user, system } = process.cpuUsage(cpu);
    expect((user + system) / 1e6).toBeLessThan(20);
    expect((process.resourceUsage().maxRSS - rss) / 1024).toBeLessThan(200);
  });

  it('in a code page is refused above 24 million characters, while as many bytes of UTF-8 are read', async () => {
    const russian = Buffer.alloc(24_000_002, wideRow(0xc0));
    expect(await readImport({ bytes: russian, limitMs, choice })).toEqual({ fault: 'TEXT_FILE_TOO_LARGE' });
    expect(await readImport({ bytes: russian, limitMs, choice: { ...choice, encoding: 'windows-1251' } })).toEqual({
      fault: 'TEXT_FILE_TOO_LARGE',
    });
    const utf8 = Buffer.from(`${'Иванов;'.repeat(70)}\n`.repeat(30_000));
    expect(utf8.length).toBeGreaterThan(24_000_000);
    expect(await readImport({ bytes: utf8, limitMs, choice })).toMatchObject({ table: { rows: 29_999 } });
  });

  it('is unpacked in small pieces where its rows are long', async () => {
    const rows = `<row>${text('a').repeat(10)}</row>${`<row>${shared.repeat(10)}</row>`.repeat(200)}`;
    const chunks = chunksOf(await tableOf(await workbook(rows, `<si><t>${'x'.repeat(30_000)}</t></si>`)));
    expect(Math.max(...chunks.map(chunk => JSON.stringify(chunk).length))).toBeLessThan(2_000_000);
    expect(chunks.flat()).toHaveLength(200);
  });

  it.each(['abc', '1e300', '-5', '2.5', '0', '1', 'Infinity', '99999999999'])(
    'with the wrong row number %s gets row numbers by position',
    async said => {
      const table = await tableOf(await workbook(`<row r="1">${text('a')}</row><row r="${said}">${text('b')}</row>`));
      expect(chunksOf(table).flat()).toEqual([{ row: 2, cells: ['b'] }]);
    },
  );

  it.each(['SYSTEM "file:///etc/passwd"', '"aaaa"'])('has no entities of its own: %s', async entity => {
    const book = await workbook(`<!DOCTYPE a [<!ENTITY x ${entity}>]><row>${text('&x;')}</row>`);
    expect(await readImport({ bytes: book, limitMs, choice })).toEqual({ fault: 'TABLE_BROKEN' });
  });

  it('has a NUL behind its beginning, so it was not written to its end', async () => {
    const bytes = Buffer.from(`a;b\n${`${'c'.repeat(60)};d\n`.repeat(2000)}e;\0`);
    expect(await readImport({ bytes, limitMs, choice })).toEqual({ fault: 'TEXT_FILE_HAS_NULS' });
  });
});

it('headings and samples are never cut in the middle of a letter', async () => {
  const file = `${'x'.repeat(199)}😀;b\n1;${'y'.repeat(59)}😀😀\n`;
  const { headings, samples } = await tableOf(Buffer.from(file));
  expect(headings).toEqual(['x'.repeat(199), 'b']);
  expect(samples).toEqual([['1'], ['y'.repeat(59)]]);
});

it.each([
  ['РџРµС‚СЂРѕРІ', 'Петров'],
  ['Р\u0098РІР°РЅРѕРІ', 'Иванов'],
  ['Ð\u009fÐµÑ‚Ñ€Ð¾Ð²', 'Петров'],
  ['Ð\uf19dÐ\uf19d-90005', 'НН-90005'],
  ['â„– 3', '№ 3'],
  ['╨Я╨╡╤В╤А╨╛╨▓', 'Петров'],
  ['Ïåòðîâ Èâàí', 'Петров Иван'],
  ['рЕФТПЧ', 'Петров'],
  // One Russian code page that was read as another, with signs between the letters.
  ['╚трэют ╧╕ЄЁ', 'Иванов Пётр'],
  ['┘╕ъшэю', 'Щёкино'],
  ['╚┬└═╬┬ ╚┬└═', 'ИВАНОВ ИВАН'],
  ['Ї╫┼╥╪ р╓╬┴╤', 'Тверь Южная'],
  ['’верь ћжнаЯ', 'Тверь Южная'],
  ['▓╒╔ЮЛ ·╕╜═О', 'Тверь Южная'],
  ['“верь ёжна€', 'Тверь Южная'],
  // The no-break space in it is stored as a plain one.
  ['Р РѕРјР°РЅ', 'Роман'],
  ['&#1048;&#x432;&#1072;&#1085; &amp; Ко', 'Иван & Ко'],
  ['\\u0418\\u0432\\u0430\\u043d', 'Иван'],
  ['%D0%98%D0%B2%D0%B0%D0%BD', 'Иван'],
  ['=D0=98=D0=B2=D0=B0=D0=BD', 'Иван'],
  // Windows-1252 that was read as a Russian code page.
  ['Mьller', 'Müller'],
  ['Citroлn Lefиvre', 'Citroën Lefèvre'],
])('%s is text in a wrong encoding', (garbled, text) => {
  expect(restoreText(garbled)).toBe(text);
});

it('names, plates and abbreviations are left alone', () => {
  const texts = [
    'Петров',
    'ПЕТРОВА',
    'иВАНОВ',
    'ООО "Ромашка"',
    'Müller',
    'Français',
    'Їжак',
    'Київ, Їжакевича',
    'місто',
    'Ўзбек',
    'Петровић Ђорђе',
    'Ғабит Қанат',
    '──────',
    'Тверь® • Юг',
    '«Юг» — ул. Ленина, 5°',
    'А123ВС77',
    'СССР',
    'ФГБУ ЦНИИ',
    'ФГУП',
    'бЕЛЫЙ',
    'Рђ Рёван в СССР',
    'СССР Рё РФ',
    'Р. Р. Хан',
    'М&М',
    'Tom & Jerry',
    '50% D0',
    'С Иваном',
    'Ивaнов',
    'Opлoвa Aннa',
    'BMW Х5',
    'Xрей',
    'ООО «Siemensстрой»',
  ];
  expect(
    [...texts, 'Подъезд', 'Хью', '№ 5', 'Kia', 'Щ.Ф.', '😀'].filter(text => restoreText(text) !== undefined),
  ).toEqual([]);
});

it('question marks in place of letters are lost letters', () => {
  expect(['?????? ????', 'DD-??', '???'].map(hasLostLetters)).toEqual([true, true, true]);
  expect(['Где?', 'Что??', 'А?Б', 'Kia'].map(hasLostLetters)).toEqual([false, false, false, false]);
});

it('a text may be read in a wrong encoding twice', () => {
  const wrong = (text: string) => new TextDecoder('windows-1251').decode(Buffer.from(text));
  for (const text of ['Иванов Иван', 'Роман', 'ООО «Ромашка»'])
    expect(restoreText(wrong(wrong(text)).replaceAll('\u00a0', ' '))).toBe(text);
});
