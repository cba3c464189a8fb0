import type { Settings, SettingsUpdate, StoredSettings } from '../../../src/contract/shapes/account.ts';
import type { Context, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { differences } from '../../db/differences.ts';
import { isTimeZone } from '../../domain/time-zone.ts';
import { invalid } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import { localeOf } from './accountByLogin.ts';

const defaultSettings: Settings = {
  Locale: 'ru',
  Theme: 'light',
  Density: 'comfortable',
  TimeZone: '',
  StartPage: '',
  Notifications: {
    Major: true,
    TakenOver: true,
    HandedOver: true,
    Reply: true,
    Mention: true,
    Call: true,
    Jobs: true,
    NewDevice: true,
    Registrations: true,
  },
};

const mergeSettings = (base: Settings, { Notifications, ...rest }: SettingsUpdate): Settings => ({
  ...base,
  ...rest,
  Notifications: { ...base.Notifications, ...Notifications },
});

export const wantsNotification = (settings: SettingsUpdate, notification: keyof Settings['Notifications']): boolean =>
  mergeSettings(defaultSettings, settings).Notifications[notification];

const readChosenSettings = async (db: Db, { accountId, companyId }: Caller, lockRow = false) => {
  const query = db
    .selectFrom('account')
    .select(['settings', 'locale'])
    .where('company_id', '=', companyId)
    .where('id', '=', accountId);
  const row = await (lockRow ? query.forUpdate() : query).executeTakeFirstOrThrow();
  const Locale = localeOf(row);
  // A language other than the default counts as chosen by the user, even if it was not chosen in the settings.
  const chosen: SettingsUpdate = { ...row.settings, ...(Locale !== defaultSettings.Locale && { Locale }) };
  return { chosen, settings: mergeSettings(defaultSettings, chosen) };
};

const toStoredSettings = (chosen: SettingsUpdate): StoredSettings => ({
  ...mergeSettings(defaultSettings, chosen),
  Chosen: Object.keys(chosen).sort(),
});

export const readSettings = async ({ db }: Context, caller: Caller): Promise<StoredSettings> =>
  toStoredSettings((await readChosenSettings(db, caller)).chosen);

const flattenSettings = ({ Notifications = {}, ...rest }: SettingsUpdate): Readonly<Record<string, unknown>> => ({
  ...rest,
  ...Object.fromEntries(Object.entries(Notifications).map(([name, on]) => [`Notifications.${name}`, on])),
});

/**
 * Returns the sent settings without those that the user has not chosen. A setting counts as not chosen if it was never
 * chosen and its sent value is already in force. Clients may send back everything that they read.
 */
const pickChosenSettings = (
  body: SettingsUpdate,
  { chosen, settings }: Awaited<ReturnType<typeof readChosenSettings>>,
): SettingsUpdate => {
  const { Chosen, ...sentSettings } = body;
  if (!Chosen) return sentSettings;
  const currentValues = flattenSettings(settings);
  const isNewlyChosen = ([name, value]: [string, unknown]): boolean =>
    name in chosen ||
    Object.entries(flattenSettings({ [name]: value } as SettingsUpdate)).some(
      ([key, itemValue]) => currentValues[key] !== itemValue,
    );
  return Object.fromEntries(Object.entries(sentSettings).filter(isNewlyChosen));
};

export const updateSettings = (
  { caller, change }: { caller: Caller; change: Request['change'] },
  update: SettingsUpdate,
): Promise<StoredSettings> => {
  if (update.TimeZone && !isTimeZone(update.TimeZone)) throw invalid({ field: 'TimeZone', message: 'timeZone' });
  return change(async tx => {
    const before = await readChosenSettings(tx.db, caller, true);
    const newlyChosen = pickChosenSettings(update, before);
    const chosen: SettingsUpdate = {
      ...before.chosen,
      ...newlyChosen,
      ...(newlyChosen.Notifications && {
        Notifications: { ...before.chosen.Notifications, ...newlyChosen.Notifications },
      }),
    };
    const after = mergeSettings(defaultSettings, chosen);
    const changes = differences(flattenSettings(before.settings), flattenSettings(after));
    const hasNewlyChosen = Object.keys(chosen).length > Object.keys(before.chosen).length;
    if (changes.length === 0 && !hasNewlyChosen) return toStoredSettings(chosen);
    await tx.db
      .updateTable('account')
      .set({ settings: JSON.stringify(chosen), locale: after.Locale })
      .where('company_id', '=', caller.companyId)
      .where('id', '=', caller.accountId)
      .execute();
    if (changes.length > 0)
      await tx.audit({ entity: 'account', entityId: caller.accountId, action: 'settings', changes });
    return toStoredSettings(chosen);
  });
};
