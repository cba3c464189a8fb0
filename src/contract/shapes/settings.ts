import Type from 'typebox';
import type { Static } from '../static.ts';

/** Kinds of notifications that the application shows. shapes/messages.ts explains them. */
export const cabinetNotices = ['Major', 'TakenOver', 'HandedOver', 'Reply', 'Mention', 'Call', 'Jobs'] as const;
/** Kinds of mail: a sign-in from a new browser and, for managers, requests for accounts. */
export const mailNotices = ['NewDevice', 'Registrations'] as const;

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
} satisfies { readonly [Name in (typeof cabinetNotices)[number] | (typeof mailNotices)[number]]: typeof Switch });

/** Appearance and behaviour of the application for an account. The settings are the same in all browsers. */
export const Settings = Type.Object({
  Locale: Type.Enum(['ru', 'en']),
  Theme: Type.Enum(['light', 'dark']),
  Density: Type.Enum(['comfortable', 'dense']),
  /** IANA time zone. Empty: the browser's time zone. */
  TimeZone: Type.String({ maxLength: 64 }),
  /** Path of the first page after sign-in. Empty: the dashboard. */
  StartPage: Type.String({ maxLength: 200, pattern: '^(/([a-z0-9-]+/)*)?$' }),
  Notifications,
});
export type Settings = Static<typeof Settings>;

/**
 * Settings of an account. `Chosen` lists the settings that the person chose. A browser applies only these. For other
 * settings, a value that the browser stored before sign-in is used instead of the default.
 */
export const StoredSettings = Type.Object({ ...Settings.properties, Chosen: Type.Array(Type.String()) });
export type StoredSettings = Static<typeof StoredSettings>;

/** Change of an account's settings. Settings that are absent in the request keep their values. */
export const SettingsUpdate = Type.Object(
  {
    ...Type.Partial(Type.Omit(Settings, ['Notifications'])).properties,
    Notifications: Type.Optional(Type.Partial(Notifications, { additionalProperties: false })),
    /**
     * The list `Chosen` as the client last read it. If this property is present, a setting that is sent with its
     * present value does not become chosen.
     */
    Chosen: Type.Optional(StoredSettings.properties.Chosen),
  },
  { additionalProperties: false },
);
export type SettingsUpdate = Static<typeof SettingsUpdate>;
