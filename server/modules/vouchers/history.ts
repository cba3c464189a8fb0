import { sql } from 'kysely';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { HistoryRow } from '../../../src/contract/shapes/voucher.ts';
import { auditActions, auditFields, auditTexts } from '../../../src/resources/history/words.ts';
import { vouchers } from '../../../src/resources/vouchers.ts';
import { isBlank } from '../../../src/schema/kinds/blank.ts';
import { choiceText, yesNoText } from '../../../src/schema/kinds/cell.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { fullLabels } from '../../../src/schema/texts.ts';
import { fieldByWireName } from '../../../src/schema/wire.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { queryRunnerOf } from '../../db/read.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import type { Registry } from '../../engine/table/define.ts';
import { readTitles } from '../../engine/table/references.ts';
import { filterTitles } from '../../engine/table/wording.ts';
import type { Changes } from '../../transaction.ts';

const maxEntries = 1000;

interface AuditEntry {
  readonly at: string;
  readonly actorName: string;
  readonly action: string;
  readonly reason: string | null;
  readonly changes: Changes;
}

const toText = (value: unknown): string | null => {
  if (isBlank(value)) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * Returns the field of a voucher for which a change of history contains only an id. `name`: name of the value in the
 * change.
 */
const fieldById = (name: string): Field | undefined => {
  const [, field] = fieldByWireName(vouchers, name) ?? [];
  return field?.idField === name || (field?.dictionary && !field.idField) ? field : undefined;
};

const readTitlesOfChanges = async (db: Db, registry: Registry, companyId: number, changes: Changes) => {
  const ids = new Map<string, Set<number>>();
  for (const { field, before, after } of changes) {
    const resource = fieldById(field)?.targetResource;
    if (resource === undefined) continue;
    const recordIds = ids.get(resource) ?? new Set();
    for (const id of [before, after]) if (typeof id === 'number') recordIds.add(id);
    ids.set(resource, recordIds);
  }
  const titles: Record<string, Readonly<Record<string, string>>> = {};
  for (const [resource, recordIds] of ids)
    titles[resource] = Object.fromEntries(
      await readTitles(queryRunnerOf(db), registry.table(resource), companyId, [...recordIds]),
    );
  return titles;
};

const makeValueFormatter =
  (locale: Locale, titleOf: ReturnType<typeof filterTitles>) => (name: string, value: unknown) => {
    const text = toText(value);
    if (text === null) return null;
    if (typeof value === 'boolean') return yesNoText(value, { locale });
    const referenceField = fieldById(name);
    if (referenceField) return titleOf(referenceField, text) ?? `#${text}`;
    const [, field] = fieldByWireName(vouchers, name) ?? [];
    return (field?.choiceLabels && choiceText({ name, field, row: { [name]: value } }, { locale })) ?? text;
  };

/** History of a voucher, its contract, vehicle and device, a line for each field, newest first. */
export const readHistory = async (
  { db, registry }: Pick<Context, 'db' | 'registry'>,
  dictionaries: Dictionaries,
  { companyId, id, locale }: { readonly companyId: number; readonly id: number; readonly locale: Locale },
): Promise<HistoryRow[]> => {
  const { rows } = await sql<AuditEntry>`
    select at, actor_name as "actorName", action, reason, changes from audit
    where company_id = ${companyId} and entity = 'voucher' and entity_id = ${id}
    order by id desc limit ${maxEntries}`.execute(db);
  const labels = { ...auditTexts(auditFields, locale), ...fullLabels(vouchers, locale) };
  const actions = auditTexts(auditActions, locale);
  const moveDescriptions: Readonly<Record<string, { readonly label: Readonly<Record<Locale, string>> }>> =
    vouchers.actions;
  const titles = await readTitlesOfChanges(
    db,
    registry,
    companyId,
    rows.flatMap(({ changes }) => changes),
  );
  const formatValue = makeValueFormatter(locale, filterTitles(dictionaries, locale, titles));
  return rows.flatMap(({ at, actorName, action, reason, changes }): HistoryRow[] => {
    const entryFields = {
      At: at,
      Who: actorName,
      What: moveDescriptions[action]?.label[locale] ?? actions[action] ?? action,
      Reason: reason,
    };
    if (changes.length === 0) return [{ ...entryFields, Field: null, Old: null, New: null }];
    return changes.map(({ field, before, after }) => ({
      ...entryFields,
      Field: labels[field] ?? field,
      Old: formatValue(field, before),
      New: formatValue(field, after),
    }));
  });
};
