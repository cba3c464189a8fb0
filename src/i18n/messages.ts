import polyglot from 'ra-i18n-polyglot';
import type { I18nProvider, TranslationMessages } from 'react-admin';
import { type Locale, locales } from './locale.ts';
import type { ExtraTexts, FirstTexts, Texts } from './texts.ts';

/** `first`: texts of the sign-in page and the frame. `whole`: all texts. */
export type Catalogue = 'first' | 'whole';

const catalogues: {
  readonly [L in Locale]: { readonly first: () => Promise<FirstTexts>; readonly whole: () => Promise<Texts> };
} = {
  ru: {
    first: () => import('./ru/first.ts').then(({ ruFirst }) => ruFirst),
    whole: () => import('./ru/index.ts').then(({ ru }) => ru),
  },
  en: {
    first: () => import('./en/first.ts').then(({ enFirst }) => enFirst),
    whole: () => import('./en/index.ts').then(({ en }) => en),
  },
};

export type Extra = keyof ExtraTexts;

const extras: { readonly [L in Locale]: { readonly [E in Extra]: () => Promise<ExtraTexts[E]> } } = {
  ru: {
    accident: () => import('./ru/accident.ts').then(({ accident }) => accident),
    admin: () => import('./ru/admin.ts').then(({ admin }) => admin),
    bulk: () => import('./ru/bulk.ts').then(({ bulk }) => bulk),
    dossier: () => import('./ru/dossier.ts').then(({ dossier }) => dossier),
    imports: () => import('./ru/imports.ts').then(({ imports }) => imports),
    keys: () => import('./ru/keys.ts').then(({ keys }) => keys),
    live: () => import('./ru/live.ts').then(({ live }) => live),
    room: () => import('./ru/room.ts').then(({ room }) => room),
    scoring: () => import('./ru/scoring.ts').then(({ scoring }) => scoring),
    screener: () => import('./ru/screener.ts').then(({ screener }) => screener),
    search: () => import('./ru/search.ts').then(({ search }) => search),
    user: () => import('./ru/user.ts').then(({ user }) => user),
    voucher: () => import('./ru/voucher.ts').then(({ voucher }) => voucher),
    ways: () => import('./ru/ways.ts').then(({ ways }) => ways),
  },
  en: {
    accident: () => import('./en/accident.ts').then(({ accident }) => accident),
    admin: () => import('./en/admin.ts').then(({ admin }) => admin),
    bulk: () => import('./en/bulk.ts').then(({ bulk }) => bulk),
    dossier: () => import('./en/dossier.ts').then(({ dossier }) => dossier),
    imports: () => import('./en/imports.ts').then(({ imports }) => imports),
    keys: () => import('./en/keys.ts').then(({ keys }) => keys),
    live: () => import('./en/live.ts').then(({ live }) => live),
    room: () => import('./en/room.ts').then(({ room }) => room),
    scoring: () => import('./en/scoring.ts').then(({ scoring }) => scoring),
    screener: () => import('./en/screener.ts').then(({ screener }) => screener),
    search: () => import('./en/search.ts').then(({ search }) => search),
    user: () => import('./en/user.ts').then(({ user }) => user),
    voucher: () => import('./en/voucher.ts').then(({ voucher }) => voucher),
    ways: () => import('./en/ways.ts').then(({ ways }) => ways),
  },
};

/** Names of loadable texts. */
export type MessagesName = Catalogue | Extra;
export type Messages = object;

const isCatalogue = (name: MessagesName): name is Catalogue => name === 'first' || name === 'whole';

/** Loads texts of a language. */
export const loadMessages = async (locale: Locale, name: MessagesName): Promise<Messages> =>
  isCatalogue(name) ? catalogues[locale][name]() : { [name]: await extras[locale][name]() };

/** Texts that a superuser has changed, by their keys: `frame.key.title`. */
export type ChangedTexts = Readonly<Record<string, string>>;

/** Returns the texts of loaded messages. `changed` texts replace built-in ones. */
export const textsOf = (
  locale: Locale,
  messages: readonly (Messages | undefined)[],
  changed: ChangedTexts = {},
): I18nProvider => {
  const texts = Object.assign({}, ...messages) as FirstTexts;
  return polyglot(
    () => ({ ...texts, ...changed }) as unknown as TranslationMessages,
    locale,
    locales.map(each => ({ locale: each, name: texts.shell.language[each] })),
  );
};
