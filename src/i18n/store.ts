import type { I18nProvider } from 'react-admin';
import { fetchChunk } from '../fetchChunk.ts';
import { announceChoice } from '../settings/persisted.ts';
import { createStore, onWindow } from '../store.ts';
import { currentLanguage, type Locale, languages, localeKey, localeOf, saveLanguage } from './locale.ts';
import {
  type Catalogue,
  createI18nProvider,
  type ExtraName,
  loadMessages,
  type Messages,
  type MessagesName,
} from './messages.ts';
import { loadOverlay, overlayLanguages, type TextsByKey } from './overlays.ts';

/** Language on screen. While texts load, it may differ from the stored language. */
let shownLanguage = 'ru';
/** Language that was requested last. An older request that finishes later has no effect. */
let requestedLanguage = shownLanguage;
const openedNames = new Set<MessagesName>();
const loadedMessages = new Map<string, Messages>();
const changedTexts = new Map<Locale, TextsByKey>();
const overlayTexts = new Map<string, TextsByKey>();

const textsStore = createStore<I18nProvider | undefined>(undefined, () =>
  onWindow('storage', ({ key }) => {
    // A failure to load the texts is ignored here. The browser tab in which the user chose the language reports it.
    if (key === localeKey) applyLanguage(currentLanguage()).catch(() => undefined);
  }),
);

const messagesKey = (language: string, name: MessagesName): string => `${localeOf(language)}/${name}`;

const isMissingTexts = (language: string, names: Iterable<MessagesName>): boolean =>
  [...names].some(name => !loadedMessages.has(messagesKey(language, name))) ||
  (overlayLanguages.includes(language) && !overlayTexts.has(language));

const loadMissingTexts = async (language: string, names: Iterable<MessagesName>): Promise<void> => {
  const missingNames = [...names].filter(name => !loadedMessages.has(messagesKey(language, name)));
  await Promise.all([
    ...missingNames.map(async name =>
      loadedMessages.set(messagesKey(language, name), await fetchChunk(() => loadMessages(localeOf(language), name))),
    ),
    overlayTexts.has(language) ||
      fetchChunk(() => loadOverlay(language)).then(overlay => overlayTexts.set(language, overlay)),
  ]);
};

const publish = (): void => {
  const messages = [...openedNames].map(name => loadedMessages.get(messagesKey(shownLanguage, name)));
  const locale = localeOf(shownLanguage);
  textsStore.set(
    createI18nProvider(locale, messages, { ...changedTexts.get(locale), ...overlayTexts.get(shownLanguage) }),
  );
};

const offeredStore = createStore<readonly string[]>(languages);
export const useOfferedLanguages = offeredStore.use;

/**
 * Sets the built-in languages that the user may choose. A user whose language is no longer among them gets the first
 * one.
 */
export const setOfferedLocales = (offeredLocales: readonly Locale[]): void => {
  const newLanguages = [...offeredLocales, ...overlayLanguages];
  if (newLanguages.join() === offeredStore.get().join()) return;
  offeredStore.set(newLanguages);
  const [firstLanguage] = newLanguages;
  if (firstLanguage && !newLanguages.includes(shownLanguage)) applyLanguage(firstLanguage).catch(() => undefined);
};

/** Applies the texts that superusers have changed, in one built-in language. */
export const setChangedTexts = (locale: Locale, newTexts: TextsByKey): void => {
  const previousTexts = changedTexts.get(locale) ?? {};
  changedTexts.set(locale, newTexts);
  const isSame = JSON.stringify(previousTexts) === JSON.stringify(newTexts);
  if (!isSame && locale === localeOf(shownLanguage) && textsStore.get()) publish();
};

const openMessages = async (name: MessagesName): Promise<void> => {
  if (openedNames.has(name)) return;
  // Repeats the loading, because the user may change the language while texts load.
  while (isMissingTexts(shownLanguage, [name])) await loadMissingTexts(shownLanguage, [name]);
  openedNames.add(name);
  if (name === 'whole') openedNames.delete('first');
  publish();
};

export const openTexts = async (catalogue: Catalogue): Promise<void> => {
  if (!textsStore.get()) {
    shownLanguage = currentLanguage();
    document.documentElement.lang = shownLanguage;
    requestedLanguage = shownLanguage;
  }
  if (!openedNames.has('whole')) await openMessages(catalogue);
};

/** Loads a separate group of texts, in the present language and again in any language chosen later. */
export const openExtra = (extra: ExtraName): Promise<void> => openMessages(extra);

/** Switches the language without a reload of the page. If its texts cannot be loaded, the language does not change. */
export const applyLanguage = async (language: string): Promise<void> => {
  requestedLanguage = language;
  while (isMissingTexts(language, openedNames)) await loadMissingTexts(language, openedNames);
  if (requestedLanguage !== language) return;
  shownLanguage = language;
  saveLanguage(language);
  document.documentElement.lang = language;
  publish();
};

/**
 * Switches to a language that the user has just chosen. The account stores it for the messages that the server sends to
 * the user.
 */
export const setLanguage = async (language: string): Promise<void> => {
  await applyLanguage(language);
  if (requestedLanguage === language) announceChoice({ Locale: localeOf(language) });
};

/** Returns a text for use outside React. */
export const translate = (key: string): string => textsStore.get()?.translate(key) ?? key;

export const useTexts = (): I18nProvider => {
  const current = textsStore.use();
  if (!current) throw new Error('Texts are used before openTexts() has loaded them');
  return current;
};

export const useShownLanguage = (): string => {
  useTexts();
  return shownLanguage;
};
