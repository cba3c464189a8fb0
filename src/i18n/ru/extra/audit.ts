/** Texts of the history of records and of the latest changes, loaded on demand. */
import { auditActions, auditFields, auditTexts } from '../../../resources/history/words.ts';

export const audit = {
  empty: 'Изменений пока нет.',
  failed: 'Журнал не загрузился.',
  entity: {
    accident: 'Авария',
    filterTemplate: 'Вид списка',
    account: 'Учётная запись',
    voucher: 'Ваучер',
    exportSchedule: 'Регулярная выгрузка',
    bulkChange: 'Массовое изменение',
    recompute: 'Скоринг',
    registration: 'Заявка',
  },
  action: auditTexts(auditActions, 'ru'),
  field: auditTexts(auditFields, 'ru'),
};
