import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../../../../server/modules/dossier/document.ts';
import { writePdf } from '../../../../../server/modules/dossier/pdf/write.ts';
import { createPdf } from '../../../../../src/schema/files/pdf.ts';
import { nastyTexts, withoutBlanks } from '../../../../support/nastyTexts.ts';

const font = readFileSync(
  createRequire(import.meta.url).resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf'),
);

const textOf = async (pdf: Uint8Array): Promise<string> =>
  withoutBlanks((await extractText(await getDocumentProxy(pdf), { mergePages: true })).text.normalize('NFC'));

const timesIn = (text: string, part: string): number => text.split(withoutBlanks(part)).length - 1;
const marked = nastyTexts.map(([, stored, shown], n) => [`«${n}:${stored}:${n}»`, `«${n}:${shown}:${n}»`] as const);

describe('text that is read back from a PDF is the stored text, letter by letter', () => {
  it('in the lines, tables, notes and photographs of a dossier', async () => {
    const document: Document = {
      ...{ locale: 'ru', title: 'Досье', subtitle: '', footerText: '', pageText: '' },
      sections: [
        { kind: 'lines', title: '', lines: marked.map(([stored]) => ['Имя', stored]), notes: marked.map(([s]) => s) },
        {
          ...{ kind: 'table', title: '', head: ['Текст', 'Узкий столбец'], widths: [5, 1], emptyText: '' },
          rows: marked.map(([stored]) => [stored, stored]),
        },
        {
          ...{ kind: 'photos', title: '', emptyText: '' },
          photos: marked.map(([title], id) => ({
            ...{ id, path: '', title, facts: title, rotationDeg: 0, unreadableText: '' },
          })),
        },
      ],
    };
    const text = await textOf(await writePdf(document, { read: async () => undefined, onOmitted: () => undefined }));
    // The narrow column interrupts the wide one, so a row of the table is not one run of text.
    for (const [, shown] of marked) expect([shown, timesIn(text, shown) >= 4]).toEqual([shown, true]);
  });

  it('in the title, the headings, the cells and the notes of an exported list', async () => {
    const all = marked.map(([stored]) => stored);
    const title = all.join(' ');
    const pdf = createPdf(
      {
        ...{ title, locale: 'ru', originLines: all.map(each => ['Отбор', each] as const) },
        columns: [{ label: 'Кли\tент', width: 40, align: 'start' }],
        rows: all.map(text => [{ type: 'text', text }]),
      },
      font,
    );
    const text = await textOf(pdf);
    // The foot of each page has the beginning of the title once more.
    for (const [, shown] of marked) expect([shown, timesIn(text, shown) >= 3]).toEqual([shown, true]);
    expect(text).toContain('Клиент');
  });
});
