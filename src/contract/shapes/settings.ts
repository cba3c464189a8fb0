import Type, { type Static } from 'typebox';

/** What is told in the cabinet, by the kinds of notifications in messages.ts. */
export const cabinetNotices = ['Major', 'TakenOver', 'Reply', 'Mention', 'Call'] as const;
/** What is told by letter: a sign-in from a browser not seen before; to managers, somebody who asks for an account. */
export const letterNotices = ['NewDevice', 'Registrations'] as const;

const Switch = Type.Boolean();
const Notifications = Type.Object({
  Major: Switch,
  TakenOver: Switch,
  Reply: Switch,
  Mention: Switch,
  Call: Switch,
  NewDevice: Switch,
  Registrations: Switch,
} satisfies { readonly [Name in (typeof cabinetNotices)[number] | (typeof letterNotices)[number]]: typeof Switch });

/** How the cabinet looks and behaves for one account, in whatever browser. */
export const Settings = Type.Object({
  Locale: Type.Enum(['ru', 'en']),
  Theme: Type.Enum(['light', 'dark']),
  Density: Type.Enum(['comfortable', 'dense']),
  /** Name of an IANA zone; empty: the browser's own. */
  TimeZone: Type.String({ maxLength: 64 }),
  /** Path of the page signing in leads to; empty: the work desk. */
  StartPage: Type.String({ maxLength: 200, pattern: '^(/([a-z0-9-]+/)*)?$' }),
  Notifications,
});
export type Settings = Static<typeof Settings>;

/**
 * The settings, and which of them the person chose: the rest are defaults, and give way to what was chosen in a browser
 * before signing in.
 */
export const StoredSettings = Type.Object({ ...Settings.properties, Chosen: Type.Array(Type.String()) });
export type StoredSettings = Static<typeof StoredSettings>;

/** What is left out stays as it is. */
export const SettingsUpdate = Type.Object(
  {
    ...Type.Partial(Type.Omit(Settings, ['Notifications'])).properties,
    Notifications: Type.Optional(Type.Partial(Notifications, { additionalProperties: false })),
  },
  { additionalProperties: false },
);
export type SettingsUpdate = Static<typeof SettingsUpdate>;
