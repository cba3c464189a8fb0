import { everyRole, managers } from '../../contract/access.ts';
import { exportFormats, jobStates } from '../../contract/states.ts';
import { authorId, authorName } from '../../schema/authors.ts';
import { defineResource } from '../../schema/define.ts';
import { f } from '../../schema/fields.ts';
import type { TypesOf } from '../../schema/types.ts';

const sameInEveryLanguage = (text: string) => ({ ru: text, en: text });

/** Exports of lists as files. The server or the user's browser has written the file. */
export const exports = defineResource({
  name: 'exports',
  entity: 'export',
  label: {
    ru: { title: 'Выгрузки', one: 'выгрузка', few: 'выгрузки', many: 'выгрузок' },
    en: { title: 'Exports', one: 'export', other: 'exports' },
  },
  title: 'FileName',
  calls: {
    list: 'GET /api/v3/exports',
    one: 'GET /api/v3/exports/{id}',
    create: 'POST /api/v3/exports',
    remove: 'DELETE /api/v3/exports/{id}',
  },
  authorOnly: { field: 'AuthorId', except: managers },
  fields: {
    List: f.text({ label: { ru: 'Список', en: 'List' }, required: true }),
    Filter: f.text({ label: { ru: 'Отбор', en: 'Filter' } }),
    Sort: f.text({ label: { ru: 'Порядок', en: 'Order' } }),
    Format: f.option({
      label: { ru: 'Формат', en: 'Format' },
      required: true,
      choices: exportFormats,
      choiceLabels: {
        csv: sameInEveryLanguage('CSV'),
        xlsx: sameInEveryLanguage('XLSX'),
        pdf: sameInEveryLanguage('PDF'),
      },
    }),
    State: f.status({
      label: { ru: 'Состояние', en: 'State' },
      required: true,
      filterable: true,
      choices: jobStates,
      choiceLabels: {
        queued: { ru: 'ждёт очереди', en: 'queued' },
        running: { ru: 'пишется', en: 'being written' },
        done: { ru: 'готова', en: 'ready' },
        failed: { ru: 'не удалась', en: 'failed' },
        cancelled: { ru: 'отменена', en: 'cancelled' },
      },
    }),
    Done: f.number({ label: { ru: 'Записано строк', en: 'Rows written' }, required: true, integer: true }),
    Total: f.number({ label: { ru: 'Всего строк', en: 'Rows in all' }, integer: true }),
    SizeBytes: f.number({ label: { ru: 'Размер, байт', en: 'Size, bytes' }, integer: true }),
    FileName: f.text({ label: { ru: 'Файл', en: 'File' }, required: true }),
    /** True if the server has the file. False if a browser wrote the file, or if the file has been deleted. */
    HasFile: f.boolean({ label: { ru: 'Файл на сервере', en: 'File on the server' } }),
    Author: authorName,
    AuthorId: authorId,
    Error: f.text({ label: { ru: 'Почему не удалась', en: 'Why it failed' }, nullable: true }),
    CreatedAt: f.dateTime({ label: { ru: 'Заказана', en: 'Ordered' }, required: true, sortable: true }),
    FinishedAt: f.dateTime({ label: { ru: 'Окончена', en: 'Finished' }, sortable: true }),
    ExpiresAt: f.dateTime({ label: { ru: 'Хранится до', en: 'Kept until' }, required: true }),
  },
  list: {
    columns: ['List', 'Filter', 'Format', 'Total', 'SizeBytes', 'Author', 'CreatedAt', 'State'],
    sort: 'CreatedAt-desc',
  },
  access: { read: everyRole, create: everyRole, remove: everyRole },
});

declare module '../../contract/describedTypes.ts' {
  interface DescribedTypes {
    exports: TypesOf<typeof exports>;
  }
}
