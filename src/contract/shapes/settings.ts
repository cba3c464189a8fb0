import Type from 'typebox';
import type { Static } from '../static.ts';

/** Kinds of notifications in the cabinet. shapes/messages.ts explains them. */
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

/** Appearance and behaviour of the cabinet for an account. They are the same in all browsers. */
export const Settings = Type.Object({
  Locale: Type.Enum(['ru', 'en']),
  Theme: Type.Enum(['light', 'dark']),
  Density: Type.Enum(['comfortable', 'dense']),
  /** IANA time zone. Empty: the browser's time zone. */
  TimeZone: Type.String({ maxLength: 64 }),
  /** Path of the page after sign-in. Empty: the dashboard. */
  StartPage: Type.String({ maxLength: 200, pattern: '^(/([a-z0-9-]+/)*)?$' }),
  Notifications,
});
export type Settings = Static<typeof Settings>;

/**
 * Settings of an account. `Chosen` lists the settings that the person chose. Only these are applied in a browser, so
 * that a value that the browser stored before sign-in overrides a default.
 */
export const StoredSettings = Type.Object({ ...Settings.properties, Chosen: Type.Array(Type.String()) });
export type StoredSettings = Static<typeof StoredSettings>;

/** Absent settings do not change. */
export const SettingsUpdate = Type.Object(
  {
    ...Type.Partial(Type.Omit(Settings, ['Notifications'])).properties,
    Notifications: Type.Optional(Type.Partial(Notifications, { additionalProperties: false })),
    /**
     * `Chosen` as the client read it. If present, a sent setting that equals its present value does not become chosen.
     */
    Chosen: Type.Optional(StoredSettings.properties.Chosen),
  },
  { additionalProperties: false },
);
export type SettingsUpdate = Static<typeof SettingsUpdate>;
