import { sql } from 'kysely';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { HistoryRow } from '../../../src/contract/shapes/voucher.ts';
import { auditActions, auditFields, auditWords } from '../../../src/resources/auditWords.ts';
import { fullLabels } from '../../../src/resources/texts.ts';
import { vouchers } from '../../../src/resources/vouchers.ts';
import type { Changes } from '../../context.ts';
import type { Db } from '../../db/connect.ts';

const most = 1000;

interface Entry {
  readonly at: string;
  readonly who: string;
  readonly action: string;
  readonly reason: string | null;
  readonly changes: Changes;
}

const asText = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** What happened to a voucher, its contract, vehicle and device, a line for each field; newest first. */
export const readHistory = async (db: Db, companyId: number, id: number, locale: Locale): Promise<HistoryRow[]> => {
  const { rows } = await sql<Entry>`
    select at, actor_name as who, action, reason, changes from audit
    where company_id = ${companyId} and entity = 'voucher' and entity_id = ${id}
    order by id desc limit ${most}`.execute(db);
  const labels = { ...auditWords(auditFields, locale), ...fullLabels(vouchers, locale) };
  const actions = auditWords(auditActions, locale);
  const moves: Readonly<Record<string, { readonly label: Readonly<Record<Locale, string>> }>> = vouchers.actions;
  return rows.flatMap(({ at, who, action, reason, changes }): HistoryRow[] => {
    const head = { At: at, Who: who, What: moves[action]?.label[locale] ?? actions[action] ?? action, Reason: reason };
    if (changes.length === 0) return [{ ...head, Field: null, Old: null, New: null }];
    return changes.map(({ field, before, after }) => ({
      ...head,
      Field: labels[field] ?? field,
      Old: asText(before),
      New: asText(after),
    }));
  });
};
