import type { Settings, SettingsUpdate } from '../../../src/contract/shapes/settings.ts';
import type { Caller, Context, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { differences } from '../../db/differences.ts';
import { invalid } from '../../errors.ts';
import { localeOf } from './who.ts';

const defaults: Settings = {
  Locale: 'ru',
  Theme: 'light',
  Density: 'comfortable',
  TimeZone: '',
  StartPage: '',
  Notifications: {
    Major: true,
    TakenOver: true,
    Reply: true,
    Mention: true,
    Call: true,
    NewDevice: true,
    Registrations: true,
  },
};

const merged = (base: Settings, { Notifications, ...rest }: SettingsUpdate): Settings => ({
  ...base,
  ...rest,
  Notifications: { ...base.Notifications, ...Notifications },
});

/** Does the account want to be told of this? */
export const wants = (settings: SettingsUpdate, notice: keyof Settings['Notifications']): boolean =>
  merged(defaults, settings).Notifications[notice];

const read = async (db: Db, { accountId, companyId }: Caller, lock = false): Promise<Settings> => {
  const query = db
    .selectFrom('account')
    .select(['settings', 'locale'])
    .where('company_id', '=', companyId)
    .where('id', '=', accountId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirstOrThrow();
  return merged(defaults, { ...row.settings, Locale: localeOf(row) });
};

export const readSettings = ({ db }: Context, caller: Caller): Promise<Settings> => read(db, caller);

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Offsets such as +03:00 are taken too, but they know no summer.
    return /^[A-Z]/i.test(name);
  } catch {
    return false;
  }
};

const flat = ({ Notifications, ...rest }: Settings) => ({
  ...rest,
  ...Object.fromEntries(Object.entries(Notifications).map(([name, on]) => [`Notifications.${name}`, on])),
});

export const updateSettings = (
  { caller, change }: { caller: Caller; change: Request['change'] },
  body: SettingsUpdate,
): Promise<Settings> => {
  if (body.TimeZone && !isTimeZone(body.TimeZone)) throw invalid({ field: 'TimeZone', message: 'timeZone' });
  return change(async tx => {
    const before = await read(tx.db, caller, true);
    const after = merged(before, body);
    const changes = differences(flat(before), flat(after));
    if (changes.length === 0) return after;
    const { Locale, ...settings } = after;
    await tx.db
      .updateTable('account')
      .set({ settings: JSON.stringify(settings), locale: Locale })
      .where('company_id', '=', caller.companyId)
      .where('id', '=', caller.accountId)
      .execute();
    await tx.audit({ entity: 'account', entityId: caller.accountId, action: 'settings', changes });
    return after;
  });
};
