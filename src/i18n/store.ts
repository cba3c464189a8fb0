import type { I18nProvider } from 'react-admin';
import { fetchChunk } from '../fetchChunk.ts';
import { announceChoice } from '../settings/choice.ts';
import { createStore, onWindow } from '../store.ts';
import { currentLanguage, type Locale, languages, localeKey, localeOf, saveLanguage } from './locale.ts';
import { type Catalogue, type Extra, loadMessages, type Messages, type MessagesName, textsOf } from './messages.ts';
import { loadOverlay, overlayLanguages, type TextsByKey } from './overlays.ts';

/** Language on screen. The stored language may differ until its texts have loaded. */
let shown = 'ru';
/** Language that was requested last, because loads may overtake each other. */
let requested = shown;
const opened = new Set<MessagesName>();
const loaded = new Map<string, Messages>();
const changed = new Map<Locale, TextsByKey>();
const overlays = new Map<string, TextsByKey>();

const texts = createStore<I18nProvider | undefined>(undefined, () =>
  onWindow('storage', ({ key }) => {
    // The tab in which the language was chosen reports the failure.
    if (key === localeKey) applyLanguage(currentLanguage()).catch(() => undefined);
  }),
);

const keyOf = (language: string, name: MessagesName): string => `${localeOf(language)}/${name}`;

const lacks = (language: string, names: Iterable<MessagesName>): boolean =>
  [...names].some(name => !loaded.has(keyOf(language, name))) ||
  (overlayLanguages.includes(language) && !overlays.has(language));

const load = async (language: string, names: Iterable<MessagesName>): Promise<void> => {
  const lacking = [...names].filter(name => !loaded.has(keyOf(language, name)));
  await Promise.all([
    ...lacking.map(async name =>
      loaded.set(keyOf(language, name), await fetchChunk(() => loadMessages(localeOf(language), name))),
    ),
    overlays.has(language) || fetchChunk(() => loadOverlay(language)).then(its => overlays.set(language, its)),
  ]);
};

const publish = (): void => {
  const messages = [...opened].map(name => loaded.get(keyOf(shown, name)));
  const locale = localeOf(shown);
  texts.set(textsOf(locale, messages, { ...changed.get(locale), ...overlays.get(shown) }));
};

/** Offered languages. */
const offered = createStore<readonly string[]>(languages);
export const useOfferedLanguages = offered.use;

/**
 * Sets which languages of the descriptions are offered. A user whose language is not offered gets the first offered
 * language.
 */
export const setOfferedLocales = (now: readonly Locale[]): void => {
  const all = [...now, ...overlayLanguages];
  if (all.join() === offered.get().join()) return;
  offered.set(all);
  const [first] = all;
  if (first && !all.includes(shown)) applyLanguage(first).catch(() => undefined);
};

/** Applies the texts that superusers have changed. */
export const setChangedTexts = (locale: Locale, its: TextsByKey): void => {
  const before = changed.get(locale) ?? {};
  changed.set(locale, its);
  const same = JSON.stringify(before) === JSON.stringify(its);
  if (!same && locale === localeOf(shown) && texts.get()) publish();
};

const open = async (name: MessagesName): Promise<void> => {
  if (opened.has(name)) return;
  // Loops, because the language may change while texts load.
  while (lacks(shown, [name])) await load(shown, [name]);
  opened.add(name);
  if (name === 'whole') opened.delete('first');
  publish();
};

/** Loads part of the catalogue in the chosen language. */
export const openTexts = async (catalogue: Catalogue): Promise<void> => {
  if (!texts.get()) {
    shown = currentLanguage();
    document.documentElement.lang = shown;
    requested = shown;
  }
  if (!opened.has('whole')) await open(catalogue);
};

/** Loads additional texts, in the present language and in any language chosen later. */
export const openExtra = (extra: Extra): Promise<void> => open(extra);

/** Switches the language without a reload. After a failure the language does not change. */
export const applyLanguage = async (language: string): Promise<void> => {
  requested = language;
  while (lacks(language, opened)) await load(language, opened);
  if (requested !== language) return;
  shown = language;
  saveLanguage(language);
  document.documentElement.lang = language;
  publish();
};

/** Switches to a language the user has just chosen. The account stores the language of its messages. */
export const setLanguage = async (language: string): Promise<void> => {
  await applyLanguage(language);
  if (requested === language) announceChoice({ Locale: localeOf(language) });
};

/** Returns a text for use outside React. */
export const translate = (key: string): string => texts.get()?.translate(key) ?? key;

export const useTexts = (): I18nProvider => {
  const current = texts.use();
  if (!current) throw new Error('Texts are used before openTexts() has loaded them');
  return current;
};

/** Returns the language on screen. */
export const useShownLanguage = (): string => {
  useTexts();
  return shown;
};
