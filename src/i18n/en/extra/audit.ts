import { auditActions, auditFields, auditTexts } from '../../../resources/history/words.ts';
import type { ExtraTexts } from '../../texts.ts';

export const audit = {
  empty: 'No changes yet.',
  failed: 'The audit log did not load.',
  entity: {
    accident: 'Accident',
    filterTemplate: 'List view',
    account: 'Account',
    voucher: 'Voucher',
    exportSchedule: 'Scheduled export',
    bulkChange: 'Bulk change',
    recompute: 'Scoring',
    registration: 'Request',
  },
  action: auditTexts(auditActions, 'en'),
  field: auditTexts(auditFields, 'en'),
} satisfies ExtraTexts['audit'];
