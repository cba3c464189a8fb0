import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { writePdf } from '../../../../../server/modules/dossier/pdf/write.ts';

it('a sign that the typeface has not is seen to be missing, in lines, tables, notes and under photos', async () => {
  const said = 'Всё хорошо 🙂👍🏽, 中文';
  const photo = { id: 1, path: 'images/1.jpg', title: said, facts: '', turnedDeg: 0, unreadable: '' };
  const pdf = await writePdf(
    {
      ...{ locale: 'ru', title: 'Досье', subtitle: '', foot: '', pageText: '' },
      sections: [
        { kind: 'lines', title: 'Клиент', lines: [['Имя', said]], notes: [said] },
        { kind: 'table', title: 'Заметки', head: ['Текст'], rows: [[said]], widths: [1], empty: '' },
        { kind: 'photos', title: 'Фото', photos: [photo], empty: '' },
      ],
    },
    { read: async () => undefined, leftOut: () => undefined },
  );
  const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
  expect(text.match(/Всё хорошо ◊◊, ◊◊/g)).toHaveLength(4);
});
