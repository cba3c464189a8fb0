import Type from 'typebox';
import type { Static } from '../static.ts';

/** Notifications in the cabinet, by the kinds of messages.ts. */
export const cabinetNotices = ['Major', 'TakenOver', 'HandedOver', 'Reply', 'Mention', 'Call', 'Jobs'] as const;
/** Notifications by mail: a sign-in from a new browser; for managers, requests for accounts. */
export const letterNotices = ['NewDevice', 'Registrations'] as const;

const Switch = Type.Boolean();
const Notifications = Type.Object({
  Major: Switch,
  TakenOver: Switch,
  HandedOver: Switch,
  Reply: Switch,
  Mention: Switch,
  Call: Switch,
  Jobs: Switch,
  NewDevice: Switch,
  Registrations: Switch,
} satisfies { readonly [Name in (typeof cabinetNotices)[number] | (typeof letterNotices)[number]]: typeof Switch });

/** Appearance and behaviour of the cabinet for an account, in any browser. */
export const Settings = Type.Object({
  Locale: Type.Enum(['ru', 'en']),
  Theme: Type.Enum(['light', 'dark']),
  Density: Type.Enum(['comfortable', 'dense']),
  /** IANA zone; empty: the browser's. */
  TimeZone: Type.String({ maxLength: 64 }),
  /** Path of the page after sign-in; empty: the dashboard. */
  StartPage: Type.String({ maxLength: 200, pattern: '^(/([a-z0-9-]+/)*)?$' }),
  Notifications,
});
export type Settings = Static<typeof Settings>;

/**
 * Settings, and the names of those the person chose: the rest are defaults, overridden by what a browser chose before
 * sign-in.
 */
export const StoredSettings = Type.Object({ ...Settings.properties, Chosen: Type.Array(Type.String()) });
export type StoredSettings = Static<typeof StoredSettings>;

/** Absent settings stay as they are. */
export const SettingsUpdate = Type.Object(
  {
    ...Type.Partial(Type.Omit(Settings, ['Notifications'])).properties,
    Notifications: Type.Optional(Type.Partial(Notifications, { additionalProperties: false })),
    /** As read: with it, settings that equal those in force are not taken as chosen. */
    Chosen: Type.Optional(StoredSettings.properties.Chosen),
  },
  { additionalProperties: false },
);
export type SettingsUpdate = Static<typeof SettingsUpdate>;
