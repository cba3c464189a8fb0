import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { openSheet } from '../../../../../server/modules/dossier/pdf/sheet.ts';
import { writePhotos } from '../../../../../server/modules/dossier/pdf/write.ts';

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
      empty: 'Нет',
      photos: [1, 2, 3, 4].map(id => ({
        id,
        path: `images/${id}.jpg`,
        title: `Фото ${id}`,
        facts: `факты ${id}`,
        unreadable: 'Не удалось показать.',
        turnedDeg: 0,
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
      leftOut: (id, reason) => leftOut.push([id, reason]),
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
