import type { I18nProvider } from 'ra-core';
import { fetchChunk } from '../fetchChunk.ts';
import { announceChoice } from '../settings/choice.ts';
import { createStore, onWindow } from '../store.ts';
import { currentLocale, type Locale, localeKey, saveLocale } from './locale.ts';
import { type Catalogue, type Extra, loadMessages, type Messages, type MessagesName, textsOf } from './messages.ts';

/** The language on the screen. The one that is kept may be another until its words have come. */
let shown: Locale = 'ru';
/** The language last asked for: loads can overtake each other. */
let wished: Locale = shown;
const opened = new Set<MessagesName>();
const here = new Map<string, Messages>();

const texts = createStore<I18nProvider | undefined>(undefined, () =>
  onWindow('storage', ({ key }) => {
    // Who chose it there is told there; here the words stay as they are.
    if (key === localeKey) applyLocale(currentLocale()).catch(() => undefined);
  }),
);

const keyOf = (locale: Locale, name: MessagesName): string => `${locale}/${name}`;

const bring = async (locale: Locale, names: Iterable<MessagesName>): Promise<void> => {
  const lacking = [...names].filter(name => !here.has(keyOf(locale, name)));
  await Promise.all(
    lacking.map(async name => here.set(keyOf(locale, name), await fetchChunk(() => loadMessages(locale, name)))),
  );
};

const speak = (): void => {
  const messages = [...opened].map(name => here.get(keyOf(shown, name)));
  texts.set(textsOf(shown, messages));
};

const open = async (name: MessagesName): Promise<void> => {
  if (opened.has(name)) return;
  // The language may change while the words are on their way.
  while (!here.has(keyOf(shown, name))) await bring(shown, [name]);
  opened.add(name);
  if (name === 'whole') opened.delete('first');
  speak();
};

/** Makes a part of the catalogue of the chosen language ready. */
export const openTexts = async (catalogue: Catalogue): Promise<void> => {
  if (!texts.get()) {
    shown = currentLocale();
    wished = shown;
  }
  if (!opened.has('whole')) await open(catalogue);
};

/** Adds words that are no part of the catalogue, in this language and in any chosen later. */
export const openExtra = (extra: Extra): Promise<void> => open(extra);

/** Makes the language hold here; the page stays as it is, only its words change. Fails as it was when they do not come. */
export const applyLocale = async (locale: Locale): Promise<void> => {
  wished = locale;
  const lacks = () => [...opened].some(name => !here.has(keyOf(locale, name)));
  while (lacks()) await bring(locale, opened);
  if (wished !== locale) return;
  shown = locale;
  saveLocale(locale);
  document.documentElement.lang = locale;
  speak();
};

/** The language as somebody has just chosen it. */
export const setLocale = async (locale: Locale): Promise<void> => {
  await applyLocale(locale);
  if (wished === locale) announceChoice({ Locale: locale });
};

/** A word for what is told outside of React. */
export const say = (key: string): string => texts.get()?.translate(key) ?? key;

export const useTexts = (): I18nProvider => {
  const current = texts.use();
  if (!current) throw new Error('Texts are used before openTexts() has loaded them');
  return current;
};
