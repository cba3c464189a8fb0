import type { Settings, SettingsUpdate, StoredSettings } from '../../../src/contract/shapes/settings.ts';
import type { Context, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { differences } from '../../db/differences.ts';
import { isTimeZone } from '../../domain/time-zone.ts';
import { invalid } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import { localeOf } from './accountByLogin.ts';

const defaults: Settings = {
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

const merged = (base: Settings, { Notifications, ...rest }: SettingsUpdate): Settings => ({
  ...base,
  ...rest,
  Notifications: { ...base.Notifications, ...Notifications },
});

/** Whether the account wants this notification. */
export const wantsNotification = (settings: SettingsUpdate, notice: keyof Settings['Notifications']): boolean =>
  merged(defaults, settings).Notifications[notice];

const read = async (db: Db, { accountId, companyId }: Caller, lock = false) => {
  const query = db
    .selectFrom('account')
    .select(['settings', 'locale'])
    .where('company_id', '=', companyId)
    .where('id', '=', accountId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirstOrThrow();
  const Locale = localeOf(row);
  // A language other than the default was chosen by the user, in the settings or elsewhere.
  const chosen: SettingsUpdate = { ...row.settings, ...(Locale !== defaults.Locale && { Locale }) };
  return { chosen, settings: merged(defaults, chosen) };
};

const storedOf = (chosen: SettingsUpdate): StoredSettings => ({
  ...merged(defaults, chosen),
  Chosen: Object.keys(chosen).sort(),
});

export const readSettings = async ({ db }: Context, caller: Caller): Promise<StoredSettings> =>
  storedOf((await read(db, caller)).chosen);

const flat = ({ Notifications = {}, ...rest }: SettingsUpdate): Readonly<Record<string, unknown>> => ({
  ...rest,
  ...Object.fromEntries(Object.entries(Notifications).map(([name, on]) => [`Notifications.${name}`, on])),
});

/**
 * Returns the sent settings without those that repeat a value in force which the user has not chosen. Clients may send
 * back everything that they read.
 */
const chosenAnew = (body: SettingsUpdate, { chosen, settings }: Awaited<ReturnType<typeof read>>): SettingsUpdate => {
  const { Chosen, ...sent } = body;
  if (!Chosen) return sent;
  const inForce = flat(settings);
  const isNew = ([name, value]: [string, unknown]): boolean =>
    name in chosen ||
    Object.entries(flat({ [name]: value } as SettingsUpdate)).some(([key, each]) => inForce[key] !== each);
  return Object.fromEntries(Object.entries(sent).filter(isNew));
};

export const updateSettings = (
  { caller, change }: { caller: Caller; change: Request['change'] },
  update: SettingsUpdate,
): Promise<StoredSettings> => {
  if (update.TimeZone && !isTimeZone(update.TimeZone)) throw invalid({ field: 'TimeZone', message: 'timeZone' });
  return change(async tx => {
    const before = await read(tx.db, caller, true);
    const body = chosenAnew(update, before);
    const chosen: SettingsUpdate = {
      ...before.chosen,
      ...body,
      ...(body.Notifications && { Notifications: { ...before.chosen.Notifications, ...body.Notifications } }),
    };
    const after = merged(defaults, chosen);
    const changes = differences(flat(before.settings), flat(after));
    const more = Object.keys(chosen).length > Object.keys(before.chosen).length;
    if (changes.length === 0 && !more) return storedOf(chosen);
    await tx.db
      .updateTable('account')
      .set({ settings: JSON.stringify(chosen), locale: after.Locale })
      .where('company_id', '=', caller.companyId)
      .where('id', '=', caller.accountId)
      .execute();
    if (changes.length > 0)
      await tx.audit({ entity: 'account', entityId: caller.accountId, action: 'settings', changes });
    return storedOf(chosen);
  });
};
