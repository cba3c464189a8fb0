import sharp from 'sharp';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSheet } from '../../../../../server/modules/dossier/pdf/sheet.ts';
import { writePdf, writePhotos } from '../../../../../server/modules/dossier/pdf/write.ts';

it('a picture that cannot be drawn is said in the PDF and told to whoever logs, and the others are drawn', async () => {
  const sheet = await openSheet();
  const good = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#a32' } })
    .jpeg()
    .toBuffer();
  const bytes = new Map([
    [1, good],
    [2, Buffer.from('no picture at all')],
    [4, good.subarray(0, 200)],
  ]);
  const leftOut: [number, string][] = [];
  let open = 0;
  let most = 0;
  await writePhotos(
    sheet,
    {
      kind: 'photos',
      title: 'Фото',
      emptyText: 'Нет',
      photos: [1, 2, 3, 4].map(id => ({
        id,
        path: `images/${id}.jpg`,
        title: `Фото ${id}`,
        facts: `факты ${id}`,
        unreadableText: 'Не удалось показать.',
        rotationDeg: 0,
      })),
    },
    {
      read: async id => {
        open += 1;
        most = Math.max(most, open);
        await Promise.resolve();
        open -= 1;
        return bytes.get(id);
      },
      onOmitted: (id, reason) => leftOut.push([id, reason]),
    },
  );
  expect(leftOut.map(([id]) => id)).toEqual([2, 3, 4]);
  expect(leftOut[1]?.[1]).toBe('gone');
  expect(most).toBe(1);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(sheet.pdf.output('arraybuffer'))), {
    mergePages: true,
  });
  expect(text.match(/Не удалось показать\. факты [234]/g)).toHaveLength(3);
  expect(text).toContain('Фото 4');
});

describe('largest', () => {
  const pictures = 60;
  const answers = 150;
  let atOnce = 0;
  let mostAtOnce = 0;
  let pdf: Uint8Array;
  let seen: Awaited<ReturnType<typeof getDocumentProxy>>;

  beforeAll(async () => {
    const taken = await sharp({ create: { width: 1800, height: 1350, channels: 3, background: '#3366AA' } })
      .jpeg()
      .toBuffer();
    const read = async (): Promise<Buffer> => {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await new Promise(setImmediate);
      atOnce -= 1;
      return taken;
    };
    const lines = Array.from(
      { length: answers },
      (_, n) => [`Вопрос ${n}`, 'Ответ клиента, который длиннее строки. '.repeat(8)] as const,
    );
    const photos = Array.from({ length: pictures }, (_, id) => ({
      ...{
        id,
        path: `images/${id}.jpg`,
        title: `Фото ${id}`,
        facts: 'снято на месте',
        rotationDeg: 0,
        unreadableText: '',
      },
    }));
    const sections = [
      { kind: 'lines', title: 'Опрос', lines, notes: [] },
      { kind: 'photos', title: 'Фото', emptyText: '', photos },
    ] as const;
    pdf = await writePdf(
      {
        ...{ locale: 'ru', title: 'Досье', subtitle: '', footerText: 'Drivedesk', pageText: 'стр. {page} из {pages}' },
        sections,
      },
      { read, onOmitted: id => expect.fail(`picture ${id} is left out`) },
    );
    // The library takes ownership of the buffer, so it gets a copy.
    seen = await getDocumentProxy(pdf.slice());
  }, 120_000);

  describe('the dossier of a long case: sixty pictures and an interview of pages', () => {
    it('has two pictures a page at most, after all of the interview, and each page its number', async () => {
      const { text, totalPages } = await extractText(seen);
      expect(totalPages).toBeGreaterThan(pictures / 2 + 5);
      expect(text.map((page, at) => page.includes(`стр. ${at + 1} из ${totalPages}`))).not.toContain(false);
      const whole = text.join(' ');
      for (const said of [`Вопрос ${answers - 1}`, 'Фото 0', `Фото ${pictures - 1}`]) expect(whole).toContain(said);
    });

    it('reads one picture at a time and draws it smaller than it was taken', async () => {
      expect(mostAtOnce).toBe(1);
      const [first] = await extractImages(seen, seen.numPages);
      expect([first?.width, first?.height]).toEqual([1400, 1050]);
      // Sixty of these pictures are 265 MB uncompressed. The file has each as a small JPEG.
      expect(pdf.length).toBeLessThan(5_000_000);
    });
  });
});

describe('a dossier with long notes', () => {
  const title = 'Заметки';
  const note = 'Клиент рассказал подробно, что случилось на дороге. '.repeat(110);

  it.each([10, 22, 30, 38])('has no heading alone at the foot and no half-empty page below %i lines', async count => {
    const sections = [
      {
        kind: 'lines',
        title: 'Опрос',
        lines: Array.from({ length: count }, (_, n) => [`Вопрос ${n}`, 'Ответ'] as const),
      },
      {
        kind: 'table',
        title,
        head: ['Когда', 'Текст'],
        widths: [1, 4],
        emptyText: '',
        rows: Array.from({ length: 6 }, (_, n) => [`${n}`, note]),
      },
    ] as const;
    const pdf = await getDocumentProxy(
      await writePdf(
        { locale: 'ru', title: 'Досье', subtitle: '', footerText: '', pageText: '', sections },
        { read: async () => undefined, onOmitted: () => {} },
      ),
    );
    for (let number = 1; number < pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const items = (await page.getTextContent()).items.flatMap(item =>
        'str' in item && item.str.trim() ? [item] : [],
      );
      const [, , , height = 0] = page.view;
      const lowest = items.reduce((low, item) => (item.transform[5] < low.transform[5] ? item : low));
      expect(lowest.transform[5]).toBeLessThan(height / 2);
      expect([title, 'Когда', 'Текст']).not.toContain(lowest.str);
    }
  });
});
