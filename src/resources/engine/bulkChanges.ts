import { everyRole, managers } from '../../contract/access.ts';
import { bulkStates } from '../../contract/states.ts';
import { authorId, authorName } from '../../schema/authors.ts';
import { defineResource } from '../../schema/define.ts';
import { f } from '../../schema/fields.ts';
import type { TypesOf } from '../../schema/types.ts';

const countField = (ru: string, en: string) =>
  f.number({ label: { ru, en }, required: true, integer: true, widthCh: Math.max(ru.length, en.length) });

/** Bulk changes in any state: checked, done or undone. */
export const bulkChanges = defineResource({
  name: 'bulkChanges',
  entity: 'bulkChange',
  label: {
    ru: {
      title: 'Массовые изменения',
      one: 'массовое изменение',
      few: 'массовых изменения',
      many: 'массовых изменений',
    },
    en: { title: 'Bulk changes', one: 'bulk change', other: 'bulk changes' },
  },
  title: 'What',
  calls: { list: 'GET /api/v3/bulk', one: 'GET /api/v3/bulk/{id}' },
  authorOnly: { field: 'AuthorId', except: managers },
  fields: {
    What: f.text({ label: { ru: 'Действие', en: 'Action' }, required: true, derived: true, widthCh: 18 }),
    List: f.text({ label: { ru: 'Список', en: 'List' }, required: true }),
    Filter: f.text({ label: { ru: 'Отбор', en: 'Filter' }, widthCh: 18 }),
    State: f.status({
      label: { ru: 'Состояние', en: 'State' },
      required: true,
      choices: bulkStates,
      choiceLabels: {
        checking: { ru: 'проверяется', en: 'being checked' },
        ready: { ru: 'проверено, не начато', en: 'checked, not started' },
        running: { ru: 'выполняется', en: 'running' },
        done: { ru: 'выполнено', en: 'done' },
        undoing: { ru: 'отменяется', en: 'being undone' },
        undone: { ru: 'отменено', en: 'undone' },
        cancelled: { ru: 'прервано', en: 'stopped' },
        failed: { ru: 'не удалось', en: 'failed' },
      },
      filterable: true,
      widthCh: 15,
    }),
    Matching: countField('Подходит под отбор', 'Matching'),
    Possible: countField('Можно изменить', 'Can be changed'),
    Changed: countField('Изменено', 'Changed'),
    Refused: countField('Не изменено', 'Not changed'),
    Undone: countField('Отменено', 'Reverted'),
    Left: countField('Не отменено', 'Not reverted'),
    /** Number of records that the running job has finished. */
    Done: countField('Пройдено', 'Processed'),
    Total: f.number({ label: { ru: 'Всего', en: 'Of' }, integer: true, unlisted: true }),
    Author: { ...authorName, widthCh: 18 },
    CreatedAt: f.dateTime({ label: { ru: 'Начато', en: 'Started' }, required: true, sortable: true }),
    FinishedAt: f.dateTime({ label: { ru: 'Окончено', en: 'Finished' } }),
    /** Moment until which the bulk change can be undone. Null: it cannot be undone, or it changed nothing. */
    UndoUntil: f.dateTime({ label: { ru: 'Отменить можно до', en: 'Can be undone until' } }),
    Error: f.text({ label: { ru: 'Почему не удалось', en: 'Why it failed' }, nullable: true }),
    AuthorId: authorId,
    /** Task of the last job of the bulk change: `check`, `run` or `undo`. */
    Phase: f.text({ label: { ru: 'Шаг', en: 'Step' }, required: true, unlisted: true }),
    JobId: f.number({
      label: { ru: 'Номер задания', en: 'Job no.' },
      identifier: true,
      unlisted: true,
    }),
    SplitName: f.text({ label: { ru: 'Раздел списка', en: 'Part of the list' }, nullable: true, unlisted: true }),
    ResourceName: f.text({
      label: { ru: 'Чего список', en: 'List of' },
      required: true,
      unlisted: true,
      filterable: true,
    }),
    ActionName: f.text({ label: { ru: 'Имя действия', en: 'Name of the action' }, required: true, unlisted: true }),
  },
  list: {
    columns: ['What', 'List', 'Filter', 'State', 'Changed', 'Refused', 'CreatedAt', 'Author'],
    sort: 'CreatedAt-desc',
  },
  record: [
    {
      title: { ru: 'Что и где', en: 'What and where' },
      fields: ['List', 'Filter', 'Author', 'CreatedAt', 'FinishedAt'],
    },
  ],
  parts: ['bulkProgress'],
  navigation: {
    path: '/cabinet/bulk/',
    groups: 'everyGroup',
    icon: 'done',
    purpose: {
      ru: 'Что меняли сразу во многих записях: ход, итог, отмена',
      en: 'What was changed in many records at once: progress, result, undo',
    },
  },
  access: { read: everyRole },
});

declare module '../../contract/describedTypes.ts' {
  interface DescribedTypes {
    bulkChanges: TypesOf<typeof bulkChanges>;
  }
}
