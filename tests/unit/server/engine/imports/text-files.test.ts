import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FileRow, FileTable, ReadingChoice } from '../../../../../server/engine/imports/file/table.ts';
import { remarksOf } from '../../../../../server/engine/imports/remarks.ts';
import { readImport } from '../../../../../server/engine/imports/thread.ts';
import type { ImportEncoding } from '../../../../../src/contract/shapes/imports.ts';
import { voucherHeadings } from '../../../../../src/resources/vouchers/headings.ts';
import { vouchers } from '../../../../../src/resources/vouchers.ts';
import { knownHeadings, matchHeadings } from '../../../../../src/schema/importing.ts';

const known = knownHeadings(vouchers, voucherHeadings);
const tableOf = async (file: Uint8Array | string, choice: Partial<ReadingChoice> = {}): Promise<FileTable> => {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const read = await readImport({ bytes, limitMs: 60_000, choice: { known, ...choice } });
  if ('fault' in read) throw new Error(read.fault);
  return read.table;
};
const rowsOf = ({ chunks }: FileTable): readonly FileRow[] =>
  chunks.flatMap(bytes => JSON.parse(gunzipSync(bytes).toString()));
/** `[row, ...values]` of each row. */
const readRows = async (file: Uint8Array | string, choice?: Partial<ReadingChoice>) =>
  rowsOf(await tableOf(file, choice)).map(({ row, cells }) => [row, ...cells]);
/** `row: faults` of each row with any. */
const faultsOf = (table: FileTable) =>
  rowsOf(table).flatMap(({ row, faults }) => (faults ? [`${row}: ${faults.map(({ message }) => message)}`] : []));

const labels = { cp866: 'ibm866', 'mac-cyrillic': 'x-mac-cyrillic' } as const;
/** Bytes of a text in a code page. */
const inPage = (text: string, page: 'windows-1251' | 'koi8-r' | keyof typeof labels): Buffer => {
  const all = new TextDecoder(page in labels ? labels[page as keyof typeof labels] : page).decode(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
  );
  return Buffer.from([...text].map(letter => (letter < '\x80' ? letter.charCodeAt(0) : all.indexOf(letter))));
};
const encoded = (text: string, encoding: ImportEncoding): Buffer => {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  return inPage(text, encoding);
};

describe('ends of lines', () => {
  const lines = ['Номер ваучера;ФИО;Марка', 'A-1;Петров;Kia', 'A-2;Сидоров;Lada', 'A-3;"две\r\nстроки\nи\rтри";Lada'];
  it.each([
    ['CRLF', ['\r\n', '\r\n', '\r\n', '\r\n']],
    ['LF', ['\n', '\n', '\n', '\n']],
    ['CR', ['\r', '\r', '\r', '\r']],
    ['CRLF, then LF', ['\r\n', '\n', '\n', '']],
    ['LF, then CRLF', ['\n', '\r\n', '\n', '']],
    ['CR, LF and CRLF', ['\r', '\n', '\r\n', '']],
    ['CRLF, then CR', ['\r\n', '\r', '\r', '\r']],
  ])('end rows outside quotes, and are text within them: %s', async (_what, ends) => {
    const file = lines.map((line, at) => `${line}${ends[at]}`).join('');
    expect(await readRows(file)).toEqual([
      [2, 'A-1', 'Петров', 'Kia'],
      [3, 'A-2', 'Сидоров', 'Lada'],
      [4, 'A-3', 'две\r\nстроки\nи\rтри', 'Lada'],
    ]);
  });

  it('count empty lines, so that a row has the number that a spreadsheet shows', async () => {
    expect(await readRows('\r\nНомер ваучера;ФИО\n\nA-1;Петров\r\r;;;\nA-2;Сидоров')).toEqual([
      [4, 'A-1', 'Петров'],
      [7, 'A-2', 'Сидоров'],
    ]);
  });
});

describe('values of a row', () => {
  const head = 'Номер ваучера;ФИО;Филиал;Агент';
  it.each<[string, string, readonly unknown[]]>([
    ['a blank before a quote', 'A-1; "ООО; Ромашка"; "б" ;в', ['A-1', 'ООО; Ромашка', 'б', 'в']],
    ['a no-break blank and a tab around quotes', 'A-1;\u00a0"а;б"\t;в;г', ['A-1', 'а;б', 'в', 'г']],
    ['doubled quotes', 'A-1;"ООО ""Ромашка""";б;в', ['A-1', 'ООО "Ромашка"', 'б', 'в']],
    ['quotes within a value', 'A-1;ООО "Ромашка";б;в', ['A-1', 'ООО "Ромашка"', 'б', 'в']],
    ['a word in quotes before others', 'A-1;"Ромашка" ООО;б;в', ['A-1', '"Ромашка" ООО', 'б', 'в']],
    ['a sign as HTML code, in quotes', 'A-1;"Ромашка &amp; Ко";б;в', ['A-1', 'Ромашка &amp; Ко', 'б', 'в']],
    ['an ampersand before a word', 'A-1;Ромашка &Ко;б;в', ['A-1', 'Ромашка &Ко', 'б', 'в']],
    ['a sign for inches', 'A-1;Диск 19";б;в', ['A-1', 'Диск 19"', 'б', 'в']],
    ['separators behind the last value', 'A-1;а;б;в;;; ;', ['A-1', 'а', 'б', 'в']],
    ['a number that is kept as text', '="0012";а;б;в', ['0012', 'а', 'б', 'в']],
    ['a number that is kept as text, in quotes', '"=""0012""";а;б;в', ['0012', 'а', 'б', 'в']],
  ])('stay where they are: %s', async (_what, line, cells) => {
    const table = await tableOf(`${head}\n${line}\nA-2;а;б;в`);
    expect(faultsOf(table)).toEqual([]);
    expect(rowsOf(table).map(row => row.cells)).toEqual([cells, ['A-2', 'а', 'б', 'в']]);
  });

  it.each<[string, string, readonly string[]]>([
    ['a separator too many', 'A-1;ООО Ромашка; филиал 2;б;в', ['2: tooManyValues']],
    ['a quote that is never closed', 'A-1;"ООО Ромашка;б;в', ['2: unclosedQuote']],
    ['an unclosed quote above a row with quotes', 'A-1;"ООО Ромашка;б;в\nA-3;"а";"б";в', ['2: unclosedQuote']],
    ['an unclosed quote above one that closes it', 'A-1;"ООО;б;в\nA-3;а;б;в\nA-4;ООО";б;в', ['2: unclosedQuote']],
    ['text behind quotes with a separator', 'A-1;"Ромашка; филиал" ООО;в', ['2: unclosedQuote']],
    ['a separator within quotes in a value', 'A-1;ООО "Ромашка; филиал";в', ['2: unclosedQuote']],
    ['a sign as HTML code, the last value empty', 'A-1;Ромашка &amp; Ко;б;', ['2: splitSignCode']],
    ['a sign as HTML code, a value missing', 'A-1;ООО &#171;Ромашка;б', ['2: splitSignCode']],
    ['an unclosed quote in the headings', '', ['1: unclosedQuote']],
  ])('that are unclear are a fault of that row alone: %s', async (_what, line, faults) => {
    const heading = line === '' ? 'Номер ваучера;ФИО;Филиал;"Агент' : head;
    const table = await tableOf(`${heading}\n${line}\nA-9;а;б;в`);
    expect(faultsOf(table)).toEqual(faults);
    expect(rowsOf(table).at(-1)?.cells).toEqual(['A-9', 'а', 'б', 'в']);
  });

  const levels = (table: FileTable) =>
    rowsOf(table).flatMap(({ row, faults = [] }) => faults.map(({ message, grave }) => `${row} ${message} ${grave}`));
  const full = (count: number) => Array.from({ length: count }, (_, at) => `B-${at};а;б;в`);
  it.each<[string, readonly string[], readonly string[]]>([
    ['in the middle', ['A-1;а', 'б;в;г'], ['2 tooFewValues true', '3 tooFewValues true']],
    ['with an empty line', ['A-1;а', '', 'б;в;г'], ['2 tooFewValues true', '4 tooFewValues true']],
    ['twice in a row', ['A-1;а', 'б', 'в;г;д'], [2, 3, 4].map(row => `${row} tooFewValues true`)],
    ['in the last value', ['A-1;а;б;в', 'г'], ['3 tooFewValues true']],
    ['in the first value', ['A', '1;а;б;в'], ['2 tooFewValues true']],
    ['in two rows', ['A-1;а', 'б;в;г', 'A-2;а', 'б;в;г'], [2, 3, 4, 5].map(row => `${row} tooFewValues true`)],
  ])('that a line break without quotes divides are a fault of each part: %s', async (_what, broken, faults) => {
    expect(levels(await tableOf([head, ...broken, ...full(1)].join('\n')))).toEqual(faults);
    expect(levels(await tableOf([head, ...broken, ...full(300), 'Итого;301'].join('\n')))).toEqual(faults);
  });

  it('that are too few in a single row are doubtful, and are counted', async () => {
    const [row] = rowsOf(await tableOf(`${head}\nA-1;а\nA-2;а;б;в`));
    const fault = { message: 'tooFewValues', values: { count: 2, headings: 4 }, grave: false };
    expect(row).toMatchObject({ row: 2, cells: ['A-1', 'а'], faults: [fault] });
  });

  it.each([
    ['all rows', 'A;В;С', ['1;2', '3;4', '5;6', '7;8']],
    ['most rows', head, ['A-1;а', 'A-2;а;б', 'A-3;а', 'A-4;а;б', 'A-5;а;б;в', 'A-6;а;б']],
    ['every second row of three columns', 'A;В;С', ['1;2', '3;4', '5;6;7', '8;9;1', '1;2', '3;4;5']],
    ['most rows of two columns', 'A;В', ['1', '2', '3;4', '5']],
    ['rows, and a total', head, [...full(5), 'Итого;5']],
  ])('that a program leaves out at the end of %s are no fault', async (_what, heading, rows) => {
    expect(levels(await tableOf([heading, ...rows].join('\n'), { headingRow: 1 }))).toEqual([]);
  });

  it('that are too many are counted', async () => {
    const [row] = rowsOf(await tableOf(`${head};;\nA-1;а;б;в;г;д;\nA-2;а;б;в;;;`));
    expect(row).toMatchObject({ row: 2, faults: [{ values: { count: 6, headings: 4 }, grave: true }] });
  });

  it.each([
    [';', 'Реестр, за октябрь, Москва\nНомер ваучера;ФИО;Марка\nA-1;Петров, Иван;Kia'],
    ['|', 'Номер ваучера|ФИО|Марка\nA-1|Петров, Иван|Kia'],
    [',', 'Номер ваучера,ФИО,Марка\nA-1,"Петров, Иван",Kia'],
    ['a tab', 'Номер ваучера\tФИО\tМарка\nA-1\tПетров, Иван\tKia'],
    ['sep=;', 'sep=;\nНомер ваучера;ФИО;Марка\nA-1;Петров, Иван;Kia'],
    ['"sep=;"', '"sep=;"\r\nНомер ваучера;ФИО;Марка\r\nA-1;Петров, Иван;Kia'],
    ['"sep=^"', '"sep=^"\nНомер ваучера^ФИО^Марка\nA-1^Петров, Иван^Kia'],
    ['sep=^', '\ufeffsep=^\rНомер ваучера^ФИО^Марка\rA-1^Петров, Иван^Kia'],
    ['"sep=|";', '"sep=|";;\nНомер ваучера|ФИО|Марка\nA-1|Петров, Иван|Kia'],
  ])('are separated by %s', async (_separator, file) => {
    const table = await tableOf(file);
    expect([table.headings, rowsOf(table).map(({ cells }) => cells)]).toEqual([
      ['Номер ваучера', 'ФИО', 'Марка'],
      [['A-1', 'Петров, Иван', 'Kia']],
    ]);
  });

  it.each([
    ['', '\x1a'],
    ['\r\n', '\x1a'],
    ['\r\n', '\x1a\x1a\x1a\r\n'],
    ['\r\n', `\x1a${'\0'.repeat(100)}`],
    ['\r\n\x1a', 'A-2;Сидоров\r\n\x1a'],
    ['\r\n\ufeff', 'A-2;Сидоров'],
  ])('end at the end mark of DOS, wherever files were joined (%j%j)', async (before, after) => {
    const rows = await readRows(`Номер ваучера;ФИО\r\nA-1;"Петров"${before}${after}`);
    expect(rows[0]).toEqual([2, 'A-1', 'Петров']);
    expect(rows.slice(1)).toEqual(after.startsWith('A') ? [[3, 'A-2', 'Сидоров']] : []);
  });
});

it('a row of headings may have line breaks in its first and its last value', async () => {
  const table = await tableOf('"Номер\r\nваучера";Фамилия;Марка;"Дата\r\nрождения"\r\nA-1;Петров;Kia;05.03.1985\r\n');
  expect(table.headings).toEqual(['Номер\r\nваучера', 'Фамилия', 'Марка', 'Дата\r\nрождения']);
  expect(rowsOf(table)).toEqual([{ row: 2, cells: ['A-1', 'Петров', 'Kia', '05.03.1985'] }]);
});

describe('the encoding', () => {
  const russian = 'Номер ваучера;ФИО;Телефон\r\nA-1;Дроздова Анна Юрьевна;+79161234567\r\nA-2;Щукин Пётр;№ 2\r\n';
  const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'cp866', 'koi8-r', 'mac-cyrillic'] as const;

  it.each(encodings)('%s is found by letters', async encoding => {
    const text = ['koi8-r'].includes(encoding) ? russian.replace('№', 'Н') : russian;
    const table = await tableOf(encoded(text, encoding));
    expect(table.reading).toMatchObject({ Encoding: encoding, OtherEncodings: [] });
    expect(table.headings[0]).toBe('Номер ваучера');
    expect(rowsOf(table)[0]).toEqual({ row: 2, cells: ['A-1', 'Дроздова Анна Юрьевна', '+79161234567'] });
  });

  it.each(encodings)(
    '%s is found by few letters among Latin headings, in capitals and small letters',
    async encoding => {
      for (const name of [
        'Иванов',
        'ПЕТРОВА',
        'сидоров',
        'Тверь',
        'Ёлкин Олег',
        'ООО "Луч"',
        'Мария',
        'ЯНИНА ОРЛОВА',
        'Шубин Ф.Щ.',
      ]) {
        const rows = await readRows(encoded(`VoucherNumber|ClientName\nA-1|${name}\n`, encoding));
        expect([encoding, ...rows]).toEqual([encoding, [2, 'A-1', name]]);
      }
    },
  );

  it.each(['Пётр', 'Ош', 'Ия'])('is a guess that says so for so few letters as in %s', async name => {
    const { reading } = await tableOf(encoded(`VoucherNumber|ClientName\nA-1|${name}\n`, 'cp866'));
    expect(reading.IsEncodingUnsure).toBe(true);
    expect(remarksOf(reading, [], 'ru')).toContain(
      'В файле мало русских букв, и кодировка угадана. Если слова не читаются, выберите другую',
    );
    for (const encoding of ['utf-8', 'windows-1251', 'cp866', 'koi8-r'] as const) {
      const sure = await tableOf(encoded(russian.replace('№', 'Н'), encoding));
      expect([encoding, sure.reading.IsEncodingUnsure]).toEqual([encoding, undefined]);
    }
  });

  it('utf-16 is known by its mark too', async () => {
    for (const bytes of [
      Buffer.from(`\ufeff${russian}`, 'utf16le'),
      Buffer.from(`\ufeff${russian}`, 'utf16le').swap16(),
    ])
      expect((await readRows(bytes))[1]).toEqual([3, 'A-2', 'Щукин Пётр', '№ 2']);
    expect(await readRows(Buffer.concat([Buffer.from(russian, 'utf16le'), Buffer.from([0x1a])]))).toHaveLength(2);
  });

  it('is that of the letters where the mark of UTF-8 stands before a code page', async () => {
    for (const page of ['windows-1251', 'cp866'] as const) {
      const table = await tableOf(
        Buffer.concat([Buffer.from('\ufeff'), encoded('Фамилия;Марка\r\nЩукин;Лада\r\n', page)]),
      );
      expect([table.reading.Encoding, table.headings]).toEqual([page, ['Фамилия', 'Марка']]);
    }
  });

  it('differs by line where files were joined; the rows are named', async () => {
    const file = Buffer.concat([
      Buffer.from('VoucherNumber;ClientName;Branch\r\nA-1;Петров Иван;Москва\r\n'),
      inPage('A-2;Сидоров Иван;Tver\r\n', 'windows-1251'),
      Buffer.from('A-3;Kim;Орёл\r\nA-3;Kim;Орёл\r\n'),
      inPage('A-4;Кузнецов Олег;Псков\r\n', 'cp866'),
      inPage('A-5;ФЁДОРОВ ОЛЕГ;Пермь\r\n', 'koi8-r'),
    ]);
    const table = await tableOf(file);
    expect(rowsOf(table).map(({ cells }) => cells.join(';'))).toEqual([
      'A-1;Петров Иван;Москва',
      'A-2;Сидоров Иван;Tver',
      'A-3;Kim;Орёл',
      'A-3;Kim;Орёл',
      'A-4;Кузнецов Олег;Псков',
      'A-5;ФЁДОРОВ ОЛЕГ;Пермь',
    ]);
    expect(faultsOf(table)).toEqual(['3: otherEncoding', '6: otherEncoding', '7: otherEncoding']);
    expect(table.reading.OtherEncodings).toContainEqual({ Encoding: 'cp866', Rows: 1 });
  });

  it('differs by value where a row comes from several sources', async () => {
    const file = Buffer.concat([
      inPage('Номер ваучера;ФИО;Филиал\r\nA-1;Иванов;Москва\r\nA-2;', 'windows-1251'),
      Buffer.from('Петров'),
      inPage(';Тверь\r\nA-3;Сидоров;Псков', 'windows-1251'),
    ]);
    const table = await tableOf(file);
    expect(table.reading).toMatchObject({ Encoding: 'windows-1251', OtherEncodings: [{ Encoding: 'utf-8', Rows: 1 }] });
    expect(rowsOf(table).map(({ cells }) => cells.join(';'))).toEqual([
      'A-1;Иванов;Москва',
      'A-2;Петров;Тверь',
      'A-3;Сидоров;Псков',
    ]);
  });

  it.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from(russian).subarray(0, -5 - 3), 'A-2;Щукин Пёт'],
    ['UTF-8 with Latin headings', Buffer.from('VoucherNumber;ClientName\nA-1;Петров').subarray(0, -1), 'A-1;Петро�'],
    ['UTF-8 with no other letter in its line', Buffer.from('Номер ваучера;ФИО\nA-1;Ж').subarray(0, -1), 'A-1;�'],
    ['UTF-16', Buffer.from('Номер ваучера;ФИО\nA-1;Петров', 'utf16le').subarray(0, -1), 'A-1;Петро�'],
  ])(
    'of a file that is cut in its last letter is the same, and the letter is a fault: %s',
    async (_what, bytes, last) => {
      const table = await tableOf(bytes);
      expect(rowsOf(table).at(-1)?.cells.join(';')).toContain(last);
      if (last.endsWith('�')) expect(faultsOf(table)).toEqual(['2: damagedLetter']);
    },
  );

  it('of a line with one damaged letter is that of its other letters', async () => {
    const [before, after] = [
      Buffer.from('Номер ваучера;ФИО;Марка\nA-1;Дроздова Анн'),
      Buffer.from(';Лада\nA-2;Орлов;Kia'),
    ];
    const table = await tableOf(Buffer.concat([before, Buffer.from([0xd0]), after]));
    expect(rowsOf(table)[0]?.cells).toEqual(['A-1', 'Дроздова Анн�', 'Лада']);
    expect(faultsOf(table)).toEqual(['2: damagedLetter']);
  });

  it('is not found by the spaces between thousands', async () => {
    const file = Buffer.from(
      'Voucher,Phone,Brand\nA 1,8 916 1234567,Kia\nA 2,8 916 1234568,Kia\n'.replaceAll(' ', '\xa0'),
      'latin1',
    );
    expect(await readRows(file)).toEqual([
      [2, 'A\u00a01', '8\u00a0916\u00a01234567', 'Kia'],
      [3, 'A\u00a02', '8\u00a0916\u00a01234568', 'Kia'],
    ]);
  });

  it('is the chosen one', async () => {
    const bytes = inPage('Номер ваучера;ФИО\nA-1;Иванов', 'windows-1251');
    expect((await tableOf(bytes, { encoding: 'koi8-r' })).headings[1]).toBe('тхн');
    expect((await tableOf(bytes, { encoding: 'windows-1251' })).headings[1]).toBe('ФИО');
  });
});

describe('headings', () => {
  const choose = async (file: string, choice?: Partial<ReadingChoice>) => {
    const { reading, headings } = await tableOf(file, choice);
    return [reading.HeadingRow, ...headings];
  };

  it('are found below titles, dates and empty rows', async () => {
    const file =
      'Реестр ваучеров;;;\nООО "Ромашка", телефон 8 800 200-00-00;;;\n\nНомер ваучера;ФИО;Телефон;\nA-1;Петров;+7900;';
    expect(await choose(file)).toEqual([4, 'Номер ваучера', 'ФИО', 'Телефон']);
    expect(await choose('Дата:;01.11.2026\nНомер ваучера;ФИО\nA-1;Петров')).toEqual([2, 'Номер ваучера', 'ФИО']);
    expect(await choose('Номер ваучера;ФИО\nТелефон;Марка\nA-1;Петров')).toEqual([1, 'Номер ваучера', 'ФИО']);
    expect(await choose('ФИО\nКод;ФИО\nR-1;Петров')).toEqual([2, 'Код', 'ФИО']);
    expect(await choose('Отчёт\nКод;Кто;Машина\nR-1;Петров;Lada')).toEqual([2, 'Код', 'Кто', 'Машина']);
  });

  it('of merged cells are those of the lower row, and of the upper where that is empty', async () => {
    const file = '№ ваучера;Клиент;;Автомобиль;\n;Фамилия;Имя;Марка;Модель\nA-1;Петров;Иван;Kia;Rio';
    expect(await choose(file)).toEqual([2, '№ ваучера', 'Фамилия', 'Имя', 'Марка', 'Модель']);
  });

  it('in two rows have the name of their group where several columns have the same heading', async () => {
    const file = 'Ваучер;;Полис;;Клиент;;Агент\nНомер;Дата;Номер;Дата;Фамилия;Имя;\nA-1;1;P-1;2;Петров;Иван;Ли';
    const headings = ['Номер (Ваучер)', 'Дата (Ваучер)', 'Номер (Полис)', 'Дата (Полис)', 'Фамилия', 'Имя', 'Агент'];
    const table = await tableOf(file);
    expect(await choose(file)).toEqual([2, ...headings]);
    expect(matchHeadings(vouchers, table.headings, known).map(({ field }) => field)).toMatchObject({
      0: 'VoucherNumber',
      2: 'PolicyNumber',
      4: 'ClientLastName',
      5: 'ClientFirstName',
      6: 'Agent',
    });
  });

  it('have the name of their group where both together are the heading of another field', async () => {
    const file = 'Устройство;Полис;;Клиент\nIMEI;Номер;Агент;Фамилия\n1;P-1;Ли;Петров';
    expect(await choose(file)).toEqual([2, 'IMEI', 'Номер (Полис)', 'Агент', 'Фамилия']);
  });

  it.each([
    ['a plate', 'DD-1;Петров;А123ВС77'],
    ['a VIN', 'DD-1;Петров;XTA21099043534527'],
    ['a phone', 'DD-1;Петров;+7 916 123-45-67'],
    ['a date', 'DD-1;Петров;05.03.1985'],
    ['a number', 'DD-000001;Петров;Lada'],
    ['an e-mail', 'DD-1;Петров;petrov@example.com'],
  ])('are none where the first row has %s, and that row is data', async (_what, line) => {
    const file = [line, line.replace('1', '2')].join('\n');
    expect(await choose(file)).toEqual([0, '', '', '']);
    expect((await readRows(file))[0]).toEqual([1, ...line.split(';')]);
    expect((await tableOf(file)).reading.Headings).toBe('none');
  });

  it('are none where a row of data below has a word that is a heading too', async () => {
    const lines = ['DD-000001;Петров;А123ВС77', 'DD-000002;Марка;А124ВС77', 'DD-000003;Сидоров;А125ВС77'];
    expect(await readRows(lines.join('\n'))).toEqual(lines.map((line, at) => [at + 1, ...line.split(';')]));
  });

  it('are in the first row where no heading is known and it has words alone, which is told', async () => {
    const table = await tableOf('Код;Кто;Машина\nR-1;Петров;Lada');
    expect(table.reading).toMatchObject({ HeadingRow: 1, Headings: 'unknown' });
    expect((await tableOf('Номер ваучера;ФИО\nA-1;Петров')).reading.Headings).toBeNull();
  });

  it('are none where that is chosen, and too many values in a row are a fault all the same', async () => {
    const table = await tableOf('Код;Кто\nA-1;Петров;Kia', { headingRow: 0 });
    expect(table.headings).toEqual(['', '']);
    expect(table.rows).toBe(2);
    expect(faultsOf(table)).toEqual(['2: tooManyValues']);
  });

  it('are in the row that is chosen', async () => {
    const file = 'Номер ваучера;ФИО\nA-1;Петров\nКод;Кто\nA-2;Сидоров';
    expect(await choose(file, { headingRow: 3 })).toEqual([3, 'Код', 'Кто']);
    await expect(choose(file, { headingRow: 9 })).rejects.toThrow('NO_SUCH_HEADING_ROW');
  });

  it('of columns without heading and value do not count', async () => {
    expect(await choose('Номер ваучера;;ФИО;;;\nA-1;;Петров;;;')).toEqual([1, 'Номер ваучера', '', 'ФИО']);
    // A title above them is no heading of the column below it.
    expect(await choose(';Реестр;\nНомер ваучера;;ФИО\nA-1;;Петров')).toEqual([2, 'Номер ваучера', '', 'ФИО']);
    expect(await choose('Дата;Вчера;\n\nНомер ваучера;;ФИО\nA-1;;Петров')).toEqual([3, 'Номер ваучера', '', 'ФИО']);
  });
});

describe('a text that is no table', () => {
  it.each([
    ['<html><body><table><tr><td>1</td></tr></table></body></html>', 'TABLE_IS_MARKUP'],
    ['<?xml version="1.0"?>\r\n<Workbook><Worksheet/></Workbook>', 'TABLE_IS_MARKUP'],
    ['\ufeff <table border=1>\n<tr><td>a;b</td></tr>', 'TABLE_IS_MARKUP'],
    ['MIME-Version: 1.0\r\nX-Document-Type: Workbook', 'TABLE_IS_MARKUP'],
    ['From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\r\na', 'TABLE_IS_MARKUP'],
    ['<font size=2>a</font>\n<table><tr><td>a;b</td></tr></table>\r\n', 'TABLE_IS_MARKUP'],
    ['<Реестр>\n<Ваучер номер="1;2"/>\n</Реестр>', 'TABLE_IS_MARKUP'],
    ['{\\rtf1 a;b\n1;2}', 'NOT_A_TABLE'],
    ['{"a":1}', 'NOT_A_TABLE'],
    ['ID;PWXL;N;E\r\nC;Y1;X1;K"a"', 'NOT_A_TABLE'],
    ['TABLE\r\n0,1\r\n"EXCEL"', 'NOT_A_TABLE'],
    ['[{"a":1},\n{"a":2}]', 'NOT_A_TABLE'],
  ])('%s is refused by what it is', async (text, fault) => {
    await expect(tableOf(text)).rejects.toThrow(fault);
  });
});

it('a column at the right edge without a heading is a column where the row of the headings ends with a separator', async () => {
  const table = await tableOf('Номер ваучера;Марка;\r\nW-1;Kia;xx\r\nW-2;Kia\r\nW-3;;Kia;xx\r\n');
  expect(table.headings).toEqual(['Номер ваучера', 'Марка', '']);
  expect(faultsOf(table)).toEqual(['4: tooManyValues']);
});

describe('values in one column', () => {
  const lines = ['Номер ваучера;ФИО;Марка', 'A-1;"Петров, П.";Kia', 'A-2;Ким;Lada'];
  it.each([
    ['each line in quotes', lines.map(line => `"${line.replaceAll('"', '""')}"`).join('\r\n')],
    ['each value in apostrophes', "'Номер ваучера';'ФИО';'Марка'\n'A-1';'Петров, П.';'Kia'\n'A-2';'Ким';'Lada'"],
  ])('are split: %s', async (_what, file) => {
    expect(await readRows(file)).toEqual([
      [2, 'A-1', 'Петров, П.', 'Kia'],
      [3, 'A-2', 'Ким', 'Lada'],
    ]);
  });
});

describe('rows of a printed form between the data', () => {
  const head = 'Номер ваучера;ФИО;Марка;Модель';
  const remarks = async (file: string) => {
    const table = await tableOf(file);
    return { rows: rowsOf(table).map(({ row }) => row), said: remarksOf(table.reading, table.headings, 'ru') };
  };

  it('are left out and named: headings on each page, numbers of the columns, lines', async () => {
    const page = `Реестр ваучеров\n${head}\n1;2;3;4\n`;
    const file = `${page}A-1;Петров;Kia;Rio\n\n${page}A-2;Ким;Kia;Rio\n---;----;---;---\nA-3;Ли;Kia;Rio\n`;
    expect(await remarks(file)).toEqual({
      rows: [4, 9, 11],
      said: [
        'Номера столбцов под заголовками не загрузятся: строка 3',
        'Повторы заголовков не загрузятся: строки 6, 7, 8',
        'Строки из черт не загрузятся: строка 10',
      ],
    });
  });

  it('are counted where they are many', async () => {
    const pages = Array.from({ length: 14 }, (_, n) => `A-${n};Петров;Kia;Rio\n${head}\n`).join('');
    expect((await remarks(`${head}\n${pages}`)).said).toEqual([
      'Повторы заголовков не загрузятся: строки 3, 5, 7, 9, 11, 13, 15, 17, 19, 21 и ещё 4',
    ]);
  });

  it('are data where the file has no headings, or where the numbers stand further below', async () => {
    expect((await remarks('A-1;Петров;Kia;А123ВС77\nA-1;Петров;Kia;А123ВС77')).rows).toEqual([1, 2]);
    expect((await remarks(`${head}\nA-1;Петров;Kia;Rio\n1;2;3;4\n`)).rows).toEqual([2, 3]);
    expect((await remarks(`${head};Город;Цвет;Год\n1;2;3;;;;\nA-1;Петров;Kia;Rio;;;\n`)).rows).toEqual([2, 3]);
  });
});

describe('a row of totals at the end of a table', () => {
  const head = 'Номер ваучера;Фамилия;Марка;Телефон';
  it.each([
    'Итого: 2;;;',
    'ВСЕГО;2;;',
    'Total;;;2',
    ';;Итого по филиалу;',
    'Всего ваучеров 2;;;',
    'Итого (шт.);;;',
    'Grand total - 2;;;',
  ])('is left out and named: %s', async last => {
    const table = await tableOf(`${head}\nT-1;Петров;Kia;\nT-2;Ким;Kia;\n${last}\n`);
    expect([table.rows, rowsOf(table).length]).toEqual([2, 2]);
    expect(table.reading).toMatchObject({ Totals: { Row: 4, Text: last.replaceAll(/^;+|;+2?$|;2;;$/g, '') } });
  });

  it.each([
    'Итоговый;;;',
    'Итого-7;Петров;Kia;',
    'Итого;Петров;Kia;',
    'T-3;Итого;;',
    'Итого Мария;;;',
    'Итого Виктор;;;79161234567',
    'Total Захар;;;',
    'Директоренко;;;',
    'Директорская ул., 5;;;',
    'Бухгалтеров Пётр;Kia;;',
    'Сдалов;;;',
    'Page 3a;;;',
  ])('is none: %s', async last => {
    const table = await tableOf(`${head}\nT-1;Петров;Kia;\n${last}\n`);
    expect([table.rows, rowsOf(table).length, table.reading]).toMatchObject([2, 2, { Totals: null }]);
  });

  it('takes the signatures below with it, as 1C writes them', async () => {
    const signatures = 'Исполнитель: Сидорова Е. П.;;;\n;Директор;;Петров';
    const table = await tableOf(`${head}\nT-1;Петров;Kia;\nТ-2;Ким;Kia;\nИтого: 2;;;\n\n${signatures}\n`);
    expect([table.rows, rowsOf(table).length]).toEqual([2, 2]);
    expect(table.reading.Totals).toEqual({ Row: 4, Text: 'Итого: 2', LastRow: 7 });
    const said = (locale: 'ru' | 'en') => remarksOf(table.reading, table.headings, locale);
    expect(said('ru')).toEqual(['Строки 4–7, начиная с «Итого: 2», похожи на итог с подписями и не загрузятся']);
    expect(said('en')).toEqual([
      'Rows 4–7, from “Итого: 2” on, look like totals with signatures and will not be imported',
    ]);
  });

  it('may have signatures alone, or a name beside a line to sign on', async () => {
    const closing = async (rows: string) => {
      const table = await tableOf(`${head};Город;Цвет\nT-1;Петров;Kia;;;\n${rows}`);
      return [table.rows, ...remarksOf(table.reading, table.headings, 'ru')];
    };
    expect(await closing('\nРуководитель;_______;/Ким А. А./;;;\nМ.П.;;;;;\n')).toEqual([
      1,
      'Строки 4–5, начиная с «Руководитель», похожи на подписи и не загрузятся',
    ]);
    expect(await closing('Исполнитель: Ким;;;;;\n')).toEqual([
      1,
      'Строка 3 («Исполнитель: Ким») похожа на подпись и не загрузится',
    ]);
    expect(await closing('Директор-1;Ким;Kia;Rio;;\n')).toEqual([2]);
  });

  it('takes no records with it in a table of few columns', async () => {
    const list = await tableOf('ФИО;Телефон\nПетров П. П.;79161234567\nИтого по филиалу: 1;\nКим А. А.;79161234568\n');
    expect([list.rows, list.reading.Totals]).toEqual([3, null]);
    const records = await tableOf(`${head}\nT-1;Петров;Kia;\nИтого: 1;;;\nT-2;Ким;;\n`);
    expect([records.rows, records.reading.Totals]).toEqual([3, null]);
  });

  it('is found with its signatures wherever rows are packed together', async () => {
    for (let count = 92; count < 112; count += 1) {
      const rows = Array.from({ length: count }, (_, n) => `T-${n};Петров;Kia;`).join('\n');
      const table = await tableOf(`${head}\n${rows}\nИтого;;;\nСдал: Ким;;;\nПринял: Ли;;;\n`);
      expect([table.rows, rowsOf(table).length]).toEqual([count, count]);
    }
  });

  it('is found with its signatures where long texts are packed together', async () => {
    // The row of totals exceeds a million letters, so rows are packed before the signature is read.
    const rows = Array.from({ length: 10 }, (_, n) => `T-${n};${'x'.repeat(n < 9 ? 100_000 : 99_938)};Kia;`).join('\n');
    const table = await tableOf(`${head}\n${rows}\nИтого;;;\nСдал: Ким;;;\n`);
    expect([table.rows, rowsOf(table).length]).toEqual([10, 10]);
  });

  it('gives no samples of a column, unless the row is imported all the same', async () => {
    const file = `${head}\nT-1;Петров;Kia;\nИтого;;;1\nСдал: Ким;;;\n`;
    expect((await tableOf(file)).samples).toEqual([['T-1'], ['Петров'], ['Kia'], []]);
    const kept = await tableOf(file, { keepRows: [3] });
    expect(kept.samples).toEqual([['T-1', 'Итого'], ['Петров'], ['Kia'], ['1']]);
    const all = await tableOf(file, { keepRows: [3, 4] });
    expect(all.samples[0]).toEqual(['T-1', 'Итого', 'Сдал: Ким']);
  });

  it('stays a row where one that may be a record follows', async () => {
    const table = await tableOf(`${head}\nT-1;Петров;Kia;\nИтого: 1;;;\nT-2;Ким;Kia;\n`);
    expect([table.rows, table.reading.Totals]).toEqual([3, null]);
    const cut = await tableOf(`${head}\nT-1;Петров;Kia;\nИтого: 1;;;\n"T-2;\n`);
    expect(cut.reading.Totals).toBeNull();
  });

  it('is found behind exactly as many rows as are packed together', async () => {
    const rows = Array.from({ length: 100 }, (_, n) => `T-${n};Петров;Kia;`).join('\n');
    const table = await tableOf(`${head}\n${rows}\nИтого: 100;;;\n`);
    expect([table.rows, rowsOf(table).length]).toEqual([100, 100]);
  });
});

describe('lines within several quoted values of a row', () => {
  const sound = (separator: string) => ['A-1', 'Петров', 'Kia'].join(separator);
  it('are rows of their own where they have the separators of a row', async () => {
    const file = `Номер ваучера;ФИО;Марка\n${`${sound(';')}\n`.repeat(3)}"а\nб";Петров;"Kia\nA-2;Ким;"\n`;
    const rows = await readRows(file);
    expect(rows.map(([row]) => row)).toEqual([2, 3, 4, 5, 6]);
    expect(rows[4]).toEqual([6, 'A-2', 'Ким', '"']);
  });

  it('are text where the first line of the row has other separators', async () => {
    const file = `Номер ваучера,ФИО,Марка\n${`${sound(',')}\n`.repeat(3)}"а\nб",Петров,"Kia\nA-2,Ким,"\n`;
    expect((await readRows(file))[3]).toEqual([5, 'а\nб', 'Петров', 'Kia\nA-2,Ким,']);
  });
});
