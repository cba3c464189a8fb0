import type { I18nProvider } from 'react-admin';
import { fetchChunk } from '../fetchChunk.ts';
import { announceChoice } from '../settings/choice.ts';
import { createStore, onWindow } from '../store.ts';
import { currentLocale, type Locale, localeKey, locales, saveLocale } from './locale.ts';
import {
  type Catalogue,
  type ChangedTexts,
  type Extra,
  loadMessages,
  type Messages,
  type MessagesName,
  textsOf,
} from './messages.ts';

/** Language on screen. The stored language may differ until its texts have loaded. */
let shown: Locale = 'ru';
/** Language that was requested last, because loads may overtake each other. */
let requested: Locale = shown;
const opened = new Set<MessagesName>();
const loaded = new Map<string, Messages>();
const changed = new Map<Locale, ChangedTexts>();

const texts = createStore<I18nProvider | undefined>(undefined, () =>
  onWindow('storage', ({ key }) => {
    // The tab in which the language was chosen reports the failure.
    if (key === localeKey) applyLocale(currentLocale()).catch(() => undefined);
  }),
);

const keyOf = (locale: Locale, name: MessagesName): string => `${locale}/${name}`;

const load = async (locale: Locale, names: Iterable<MessagesName>): Promise<void> => {
  const lacking = [...names].filter(name => !loaded.has(keyOf(locale, name)));
  await Promise.all(
    lacking.map(async name => loaded.set(keyOf(locale, name), await fetchChunk(() => loadMessages(locale, name)))),
  );
};

const publish = (): void => {
  const messages = [...opened].map(name => loaded.get(keyOf(shown, name)));
  texts.set(textsOf(shown, messages, changed.get(shown)));
};

/** Offered languages. */
const offered = createStore<readonly Locale[]>(locales);
export const useOfferedLocales = offered.use;

/** Sets the offered languages. A user with another language gets an offered one. */
export const setOfferedLocales = (now: readonly Locale[]): void => {
  if (now.join() === offered.get().join()) return;
  offered.set(now);
  const [first] = now;
  if (first && !now.includes(shown)) applyLocale(first).catch(() => undefined);
};

/** Applies the texts that superusers have changed. */
export const setChangedTexts = (locale: Locale, its: ChangedTexts): void => {
  const before = changed.get(locale) ?? {};
  changed.set(locale, its);
  const same = JSON.stringify(before) === JSON.stringify(its);
  if (!same && locale === shown && texts.get()) publish();
};

const open = async (name: MessagesName): Promise<void> => {
  if (opened.has(name)) return;
  // Loops, because the language may change while texts load.
  while (!loaded.has(keyOf(shown, name))) await load(shown, [name]);
  opened.add(name);
  if (name === 'whole') opened.delete('first');
  publish();
};

/** Loads part of the catalogue in the chosen language. */
export const openTexts = async (catalogue: Catalogue): Promise<void> => {
  if (!texts.get()) {
    shown = currentLocale();
    requested = shown;
  }
  if (!opened.has('whole')) await open(catalogue);
};

/** Loads additional texts, in this language and any chosen later. */
export const openExtra = (extra: Extra): Promise<void> => open(extra);

/** Switches the language without a reload. After a failure the language does not change. */
export const applyLocale = async (locale: Locale): Promise<void> => {
  requested = locale;
  const lacks = () => [...opened].some(name => !loaded.has(keyOf(locale, name)));
  while (lacks()) await load(locale, opened);
  if (requested !== locale) return;
  shown = locale;
  saveLocale(locale);
  document.documentElement.lang = locale;
  publish();
};

/** Switches to a language the user has just chosen. */
export const setLocale = async (locale: Locale): Promise<void> => {
  await applyLocale(locale);
  if (requested === locale) announceChoice({ Locale: locale });
};

/** Returns a text for use outside React. */
export const say = (key: string): string => texts.get()?.translate(key) ?? key;

export const useTexts = (): I18nProvider => {
  const current = texts.use();
  if (!current) throw new Error('Texts are used before openTexts() has loaded them');
  return current;
};
