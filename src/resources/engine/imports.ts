import { managers } from '../../contract/access.ts';
import { importStates } from '../../contract/states.ts';
import { authorId, authorName } from '../../schema/authors.ts';
import { defineResource } from '../../schema/define.ts';
import { f } from '../../schema/fields.ts';
import type { TypesOf } from '../../schema/types.ts';

/** Imports of records from files. */
export const imports = defineResource({
  name: 'imports',
  entity: 'import',
  label: {
    ru: { title: 'Импорт', one: 'импорт', few: 'импорта', many: 'импортов' },
    en: { title: 'Import', one: 'import', other: 'imports' },
  },
  title: 'FileName',
  calls: {
    list: 'GET /api/v3/imports',
    one: 'GET /api/v3/imports/{id}',
    create: 'POST /api/v3/imports',
    remove: 'DELETE /api/v3/imports/{id}',
  },
  fields: {
    FileName: f.text({ label: { ru: 'Файл', en: 'File' }, required: true }),
    SizeBytes: f.number({ label: { ru: 'Размер, байт', en: 'Size, bytes' }, required: true, integer: true }),
    State: f.status({
      label: { ru: 'Состояние', en: 'State' },
      required: true,
      choices: importStates,
      choiceLabels: {
        uploaded: { ru: 'ждёт проверки', en: 'not checked' },
        checking: { ru: 'проверяется', en: 'being checked' },
        checked: { ru: 'проверен', en: 'checked' },
        importing: { ru: 'импортируется', en: 'being imported' },
        done: { ru: 'импортирован', en: 'imported' },
        undoing: { ru: 'отменяется', en: 'being undone' },
        undone: { ru: 'отменён', en: 'undone' },
      },
    }),
    Rows: f.number({ label: { ru: 'Строк', en: 'Rows' }, required: true, integer: true }),
    WrongRows: f.number({ label: { ru: 'Строк с ошибками', en: 'Rows with errors' }, integer: true }),
    DoubtfulRows: f.number({ label: { ru: 'Строк с замечаниями', en: 'Rows with remarks' }, integer: true }),
    /** Number of file rows that the running job has finished. Null: no job is running. */
    Done: f.number({ label: { ru: 'Пройдено строк', en: 'Rows done' }, integer: true }),
    Author: authorName,
    AuthorId: authorId,
    JobId: f.number({ label: { ru: 'Номер задания', en: 'Job no.' }, identifier: true, unlisted: true }),
    Error: f.text({ label: { ru: 'Почему не удалось', en: 'Why it failed' }, nullable: true }),
    CreatedAt: f.dateTime({ label: { ru: 'Загружен', en: 'Uploaded' }, required: true, sortable: true }),
    FinishedAt: f.dateTime({ label: { ru: 'Окончен', en: 'Finished' } }),
    ExpiresAt: f.dateTime({ label: { ru: 'Хранится до', en: 'Kept until' }, required: true }),
  },
  list: { columns: ['FileName', 'Rows', 'State', 'Author', 'CreatedAt'], sort: 'CreatedAt-desc' },
  access: { read: managers, create: managers, remove: managers },
});

declare module '../../contract/describedTypes.ts' {
  interface DescribedTypes {
    imports: TypesOf<typeof imports>;
  }
}
