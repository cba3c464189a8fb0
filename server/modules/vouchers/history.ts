import { sql } from 'kysely';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { HistoryRow } from '../../../src/contract/shapes/voucher.ts';
import { auditActions, auditFields, auditWords } from '../../../src/resources/history/words.ts';
import { vouchers } from '../../../src/resources/vouchers.ts';
import { isBlank } from '../../../src/schema/kinds/blank.ts';
import { choiceText, yesNoText } from '../../../src/schema/kinds/cell.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { fullLabels } from '../../../src/schema/texts.ts';
import { fieldBehind } from '../../../src/schema/wire.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { readBy } from '../../db/read.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import type { Registry } from '../../engine/table/define.ts';
import { readTitles } from '../../engine/table/references.ts';
import { filterTitles } from '../../engine/table/wording.ts';
import type { Changes } from '../../transaction.ts';

const most = 1000;

interface Entry {
  readonly at: string;
  readonly who: string;
  readonly action: string;
  readonly reason: string | null;
  readonly changes: Changes;
}

const asText = (value: unknown): string | null => {
  if (isBlank(value)) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Returns the described field whose id a change contains. `name`: the name of the value in the change. */
const fieldById = (name: string): Field | undefined => {
  const [, field] = fieldBehind(vouchers, name) ?? [];
  return field?.idField === name || (field?.dictionary && !field.idField) ? field : undefined;
};

/** Returns the titles of the records to which changes refer by id. Grouped by resource and id. */
const titlesOfChanges = async (db: Db, registry: Registry, companyId: number, changes: Changes) => {
  const ids = new Map<string, Set<number>>();
  for (const { field, before, after } of changes) {
    const to = fieldById(field)?.to;
    if (to === undefined) continue;
    const known = ids.get(to) ?? new Set();
    for (const id of [before, after]) if (typeof id === 'number') known.add(id);
    ids.set(to, known);
  }
  const titles: Record<string, Readonly<Record<string, string>>> = {};
  for (const [to, known] of ids)
    titles[to] = Object.fromEntries(await readTitles(readBy(db), registry.table(to), companyId, [...known]));
  return titles;
};

/** Returns a function that writes a changed value as text. Ids become titles, and choices, yes and no become words. */
const wordsOf = (locale: Locale, titleOf: ReturnType<typeof filterTitles>) => (name: string, value: unknown) => {
  const text = asText(value);
  if (text === null) return null;
  if (typeof value === 'boolean') return yesNoText(value, { locale });
  const byId = fieldById(name);
  if (byId) return titleOf(byId, text) ?? `№ ${text}`;
  const [, field] = fieldBehind(vouchers, name) ?? [];
  return (field?.choiceLabels && choiceText({ name, field, row: { [name]: value } }, { locale })) ?? text;
};

/** History of a voucher, its contract, vehicle and device, a line for each field, newest first. */
export const readHistory = async (
  { db, registry }: Pick<Context, 'db' | 'registry'>,
  dictionaries: Dictionaries,
  { companyId, id, locale }: { readonly companyId: number; readonly id: number; readonly locale: Locale },
): Promise<HistoryRow[]> => {
  const { rows } = await sql<Entry>`
    select at, actor_name as who, action, reason, changes from audit
    where company_id = ${companyId} and entity = 'voucher' and entity_id = ${id}
    order by id desc limit ${most}`.execute(db);
  const labels = { ...auditWords(auditFields, locale), ...fullLabels(vouchers, locale) };
  const actions = auditWords(auditActions, locale);
  const moves: Readonly<Record<string, { readonly label: Readonly<Record<Locale, string>> }>> = vouchers.actions;
  const titles = await titlesOfChanges(
    db,
    registry,
    companyId,
    rows.flatMap(({ changes }) => changes),
  );
  const words = wordsOf(locale, filterTitles(dictionaries, locale, titles));
  return rows.flatMap(({ at, who, action, reason, changes }): HistoryRow[] => {
    const head = { At: at, Who: who, What: moves[action]?.label[locale] ?? actions[action] ?? action, Reason: reason };
    if (changes.length === 0) return [{ ...head, Field: null, Old: null, New: null }];
    return changes.map(({ field, before, after }) => ({
      ...head,
      Field: labels[field] ?? field,
      Old: words(field, before),
      New: words(field, after),
    }));
  });
};
