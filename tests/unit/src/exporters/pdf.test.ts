import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { createPdf } from '../../../../src/schema/files/pdf.ts';
import type { Sheet } from '../../../../src/schema/files/sheet.ts';

const font = readFileSync(
  createRequire(import.meta.url).resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf'),
);

const sheetOf = (rows: number): Sheet => ({
  title: 'Аварии',
  locale: 'ru',
  originLines: [['Отбор', 'все строки']],
  columns: [
    { label: 'Клиент', width: 20, align: 'start' },
    { label: 'Пик, g', width: 8, align: 'end' },
  ],
  rows: Array.from({ length: rows }, () => [
    { type: 'text', text: 'Фёдоров Артём' },
    { type: 'number', value: 3.21, decimals: 2, text: '3,21' },
  ]),
});

const streams = (pdf: Buffer): string[] => {
  const texts: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('\nstream\n', at + 1)) {
    const start = pdf.indexOf('stream\n', at) + 7;
    const body = pdf.subarray(start, pdf.indexOf('endstream', start));
    try {
      texts.push(inflateSync(body).toString('latin1'));
    } catch {
      // Skips data that is no compressed stream.
    }
  }
  return texts;
};

test('every letter is drawn with the embedded face, which maps back to Cyrillic', () => {
  const pdf = Buffer.from(createPdf(sheetOf(1), font));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const head = pdf.toString('latin1');
  expect(head).toContain('PTSans');
  expect(head).toContain('/Identity-H');
  const all = streams(pdf).join('\n');
  // The map from glyphs to characters contains Ф (U+0424) and ё (U+0451).
  expect(all.toLowerCase()).toContain('<0424>');
  expect(all.toLowerCase()).toContain('<0451>');
});

test('long lists run over numbered pages', () => {
  const pdf = Buffer.from(createPdf(sheetOf(120), font)).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
});

test('a sign that the face has not is not left out without a trace', async () => {
  const sheet = sheetOf(0);
  const said = 'Цел 🙂, 👨‍👩‍👧 тоже → 中; и\u0306 1\u202f234 ₽';
  const { text } = await extractText(
    await getDocumentProxy(createPdf({ ...sheet, title: said, rows: [[{ type: 'text', text: said }]] }, font)),
    { mergePages: true },
  );
  expect(text.replaceAll('\u00a0', ' ').split('Цел ◊, ◊ тоже ◊ ◊; й 1 234 ₽')).toHaveLength(4);
  expect(text).toMatch(/◊\s*(?:знак, которого нет|a character that)/);
});

const textOf = async (sheet: Sheet): Promise<string> =>
  (await extractText(await getDocumentProxy(createPdf(sheet, font)), { mergePages: true })).text;

test('a list of many columns gets a larger page, on which no word is broken', async () => {
  const labels = Array.from({ length: 30 }, (_, n) => `Принадлежность${n}`);
  const values = labels.map((_, n) => `8602770605461${n + 10}`);
  const sheet: Sheet = {
    ...sheetOf(0),
    // Two wide columns of long texts must not take the room of the others.
    columns: labels.map((label, n) => ({ label, width: n < 2 ? 40 : 18, align: 'start' })),
    rows: [values.map((text, n) => ({ type: 'text', text: n < 2 ? `${text} ${'Ж'.repeat(4000)}` : text }))],
  };
  const text = await textOf(sheet);
  expect([...labels, ...values].filter(word => !text.includes(word))).toEqual([]);
  const pageOf = async (of: Sheet) => (await (await getDocumentProxy(createPdf(of, font))).getPage(1)).view.slice(2);
  expect((await pageOf(sheet))[0]).toBeGreaterThan(2000);
  expect((await pageOf(sheetOf(3))).map(Math.round)).toEqual([595, 842]);
});

test('the sign for a missing character is explained wherever it stands', async () => {
  const legend = /◊\s*знак, которого нет/;
  expect(await textOf(sheetOf(1))).not.toMatch(legend);
  expect(await textOf({ ...sheetOf(1), originLines: [['Отбор', 'Город: 🙂']] })).toMatch(legend);
  expect(await textOf({ ...sheetOf(1), title: 'Аварии 中' })).toMatch(legend);
});

interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** Returns the texts of the first page with their positions in points. */
const piecesOf = async (sheet: Sheet): Promise<Piece[]> => {
  const page = await (await getDocumentProxy(createPdf(sheet, font))).getPage(1);
  const { items } = await page.getTextContent();
  return items.flatMap(item =>
    'str' in item
      ? [
          {
            text: item.str.replaceAll('\u00a0', ' '),
            left: Math.round(item.transform[4]),
            right: Math.round(item.transform[4] + item.width),
            top: Math.round(page.view[3]! - item.transform[5]),
          },
        ]
      : [],
  );
};

test('title, list, filter, author and time stand above the rows, the title also at the foot of each page', async () => {
  const sheet = sheetOf(1);
  const pieces = await piecesOf({ ...sheet, originLines: [...sheet.originLines, ['Кто выгрузил', 'Донской']] });
  const topOf = (part: string) => pieces.filter(({ text }) => text.includes(part)).map(({ top }) => top);
  expect(topOf('Аварии')).toHaveLength(2);
  expect(topOf('Страница 1 из 1')).toEqual([topOf('Аварии')[1]]);
  expect(Math.max(...topOf('Отбор: все строки'), ...topOf('Кто выгрузил: Донской'))).toBeLessThan(topOf('Клиент')[0]!);
});

test('no number is divided at the space between its thousands, and a heading stands over the digits of its column', async () => {
  const labels = Array.from({ length: 24 }, (_, n) => `Км${n}`);
  const values = labels.map((_, n) => `8 563 ${100 + n},0`);
  const pieces = await piecesOf({
    ...sheetOf(0),
    columns: labels.map(label => ({ label, width: 12, align: 'end' })),
    rows: [values.map(text => ({ type: 'text', text: text.replaceAll(' ', '\u00a0') }))],
  });
  const rightOf = (wanted: string) => pieces.find(({ text }) => text === wanted)?.right;
  expect(values.filter(value => rightOf(value) === undefined)).toEqual([]);
  expect(labels.map(rightOf)).toEqual(values.map(rightOf));
});

test('a long name stays in one line while another column has room to spare', async () => {
  const sheet = sheetOf(1);
  const name = 'Митрофанова Полина Константиновна-Оболенская';
  const empty = [
    'Следующий звонок',
    'Ответственный оператор',
    'Дата продления',
    'Состояние договора',
    'Город установки',
  ];
  const pieces = await piecesOf({
    ...sheet,
    columns: [...sheet.columns, ...empty.map(label => ({ label, width: 30, align: 'start' as const }))],
    rows: [
      [{ type: 'text', text: name }, ...sheet.rows[0]!.slice(1), ...empty.map(() => ({ type: 'empty' as const }))],
    ],
  });
  expect(pieces.map(({ text }) => text)).toContain(name);
});
