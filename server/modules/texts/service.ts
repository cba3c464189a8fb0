import { commonDictionaries } from '../../../src/contract/dictionaries.ts';
import type { BodyFor } from '../../../src/contract/index.ts';
import { directionControls, isInvisible } from '../../../src/schema/kinds/plain.ts';
import type { Context, Request } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { readRecord } from '../../engine/table/records.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { updateRecord } from '../../engine/table/saving.ts';
import { DomainError, type FieldFault } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { dictionaryEntriesTable } from '../dictionaries/table.ts';
import type { Catalogue } from './catalogue.ts';

/** Names of the placeholders in a text: `%{name}`. */
const readPlaceholders = (text: string): readonly string[] => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort();
/** Number of plural forms in a text. In react-admin `||||` separates them. */
const countPluralForms = (text: string): number => text.split('||||').length;

const faultOf = (text: string, builtIn: string): Omit<FieldFault, 'field'> | undefined => {
  if (isInvisible(text)) return { message: 'required' };
  // Rejects markup, and characters that change the text direction.
  if (/<\s*[a-z/!]|&[a-z#]\w*;/i.test(text) || text.search(directionControls) >= 0) return { message: 'markup' };
  const [expected, actual] = [readPlaceholders(builtIn), readPlaceholders(text)];
  if (expected.join() !== actual.join())
    return { message: 'placeholders', values: { values: expected.join(', ') || '—' } };
  return countPluralForms(text) === countPluralForms(builtIn)
    ? undefined
    : { message: 'pluralForms', values: { count: countPluralForms(builtIn) } };
};

/**
 * Throws for a text that cannot replace the built-in text. `builtIn` undefined: the application has no text with this
 * key.
 */
const requireValidText = (text: string | null, builtIn: string | undefined): void => {
  const brokenRule = (fault: FieldFault) => new DomainError('RULE_BROKEN', { fields: [fault] });
  if (builtIn === undefined) throw brokenRule({ field: 'Key', message: 'unknownKey' });
  const fault = text === null ? undefined : faultOf(text, builtIn);
  if (fault) throw brokenRule({ field: 'Text', ...fault });
};

export { type BuiltTexts, type Catalogue, loadCatalogue, readBuiltTexts } from './catalogue.ts';

type ChangeTextRequest = Request<'POST /api/uilocalization'>;

const emitTextsChanged = ({ emitToAllCompanies, actorId }: Tx): void =>
  emitToAllCompanies('record', { Resource: 'texts', Id: 1, Action: 'update', ActorId: actorId });

/** Id of the dictionary entry whose title has a key such as `dictionaries.carParts.5`. */
const findEntryId = async ({ db }: Tx, key: string): Promise<number | undefined> => {
  const [, dictionary = '', code = ''] = /^dictionaries\.(\w+)\.(\d{1,9})$/.exec(key) ?? [];
  if (!commonDictionaries.some(name => name === dictionary)) return undefined;
  const entry = db.selectFrom('dictionary_entry').select('id').where('dictionary', '=', dictionary);
  return (await entry.where('code', '=', Number(code)).executeTakeFirst())?.id;
};

const changeTitle = async (
  tx: Tx,
  request: ChangeTextRequest,
  context: Context,
  dictionaries: Dictionaries,
  id: number,
) => {
  const { Locale, Text } = request.body;
  const requestContext = toRequestContext(context, dictionaries, request);
  const record = await readRecord(tx.db, dictionaryEntriesTable, requestContext, id);
  const field = Locale === 'ru' ? 'TitleRu' : 'TitleEn';
  requireValidText(Text ?? (Locale === 'ru' ? null : ''), String(record.TitleEn));
  await updateRecord(tx, dictionaryEntriesTable, requestContext, id, { [field]: Text, Version: record.Version });
};

const writeText = async ({ db }: Tx, { Locale: locale, Key: key, Text: text }: BodyFor<'POST /api/uilocalization'>) => {
  const before = await db
    .selectFrom('ui_text')
    .select(['id', 'text'])
    .where('locale', '=', locale)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (text === null) await db.deleteFrom('ui_text').where('locale', '=', locale).where('key', '=', key).execute();
  else
    await db
      .insertInto('ui_text')
      .values({ locale, key, text })
      .onConflict(conflict => conflict.columns(['locale', 'key']).doUpdateSet({ text }))
      .execute();
  return before?.text ?? null;
};

export const changeText = (
  context: Context,
  dictionaries: Dictionaries,
  catalogue: Catalogue,
  request: ChangeTextRequest,
): Promise<{ Done: true }> =>
  request.change(async tx => {
    const { Locale, Key, Text } = request.body;
    const entryId = await findEntryId(tx, Key);
    if (entryId !== undefined) {
      await changeTitle(tx, request, context, dictionaries, entryId);
      return { Done: true };
    }
    requireValidText(Text, catalogue.builtIn(Locale, Key));
    const before = await writeText(tx, request.body);
    if (before === Text) return { Done: true };
    const changes = [{ field: `${Locale}.${Key}`, before, after: Text }];
    await tx.audit({ entity: 'text', entityId: 1, action: 'update', changes });
    emitTextsChanged(tx);
    return { Done: true };
  });

/** Enables or disables a language. The last enabled language cannot be disabled. */
export const setLocaleEnabled = ({
  change,
  body,
}: Request<'POST /api/uilocalizationlocale'>): Promise<{ Done: true }> =>
  change(async tx => {
    const rows = await tx.db.selectFrom('ui_locale').selectAll().orderBy('locale').forUpdate().execute();
    const { Locale, Enabled } = body;
    if (!Enabled && rows.every(({ locale, enabled }) => locale === Locale || !enabled))
      throw new DomainError('RULE_BROKEN', { fields: [{ field: 'Enabled', message: 'lastLanguage' }] });
    const before = rows.find(({ locale }) => locale === Locale)?.enabled ?? false;
    if (before === Enabled) return { Done: true };
    await tx.db.updateTable('ui_locale').set({ enabled: Enabled }).where('locale', '=', Locale).execute();
    const changes = [{ field: Locale, before, after: Enabled }];
    await tx.audit({ entity: 'text', entityId: 1, action: 'update', changes });
    emitTextsChanged(tx);
    return { Done: true };
  });
