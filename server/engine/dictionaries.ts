import countries from 'i18n-iso-countries';
import type { CommonDictionary, DictionaryName } from '../../src/contract/dictionaries.ts';
import type { Locale } from '../../src/contract/messages/index.ts';
import type { Context } from '../context.ts';

/** Cache lifetime, ms. An entry that another process added appears after at most this time. */
const cacheLifetimeMs = 60_000;

interface Entry {
  readonly id: number;
  readonly ru: string;
  readonly en: string;
  /** True: forms do not offer the entry any more. Records that have the entry keep it. */
  readonly retired: boolean;
}

/** Returns the title of a dictionary's entry. Empty: the dictionary has no such entry. */
export type DictionaryTitles = (locale: Locale, dictionary: CommonDictionary, id: number) => string;

export interface Dictionaries {
  readonly entries: (dictionary: CommonDictionary) => readonly Entry[];
  /** Whether the entry exists and is not retired. */
  readonly has: (dictionary: CommonDictionary, id: number) => boolean;
  /** Whether the code exists, for dictionaries that use a code instead of an id: countries. */
  readonly hasCode: (dictionary: DictionaryName, code: string) => boolean;
  readonly title: DictionaryTitles;
  readonly refresh: () => Promise<void>;
}

type EntriesByDictionary = ReadonlyMap<string, ReadonlyMap<number, Entry>>;

const readEntries = async ({ db }: Pick<Context, 'db'>): Promise<EntriesByDictionary> => {
  const entriesByDictionary = new Map<string, Map<number, Entry>>();
  for (const row of await db.selectFrom('dictionary_entry').selectAll().orderBy('code').execute()) {
    const entries = entriesByDictionary.get(row.dictionary) ?? new Map<number, Entry>();
    const { code, title_en: en, title_ru: ru, retired } = row;
    // The specification requires this: an entry without a Russian title shows its English title.
    entriesByDictionary.set(row.dictionary, entries.set(code, { id: code, ru: ru || en, en, retired }));
  }
  return entriesByDictionary;
};

/**
 * Loads the dictionaries. They are small, shared and read for every row, so they are kept in memory and refreshed in
 * the background when stale.
 */
export const loadDictionaries = async (context: Pick<Context, 'db' | 'now' | 'defer'>): Promise<Dictionaries> => {
  let entriesByDictionary = await readEntries(context);
  let readAtMs = context.now().getTime();
  const refresh = async () => {
    entriesByDictionary = await readEntries(context);
  };
  const entriesById = (dictionary: CommonDictionary) => {
    const nowMs = context.now().getTime();
    if (nowMs - readAtMs > cacheLifetimeMs) {
      readAtMs = nowMs;
      context.defer('read the dictionaries anew', refresh);
    }
    return entriesByDictionary.get(dictionary);
  };
  return {
    entries: dictionary => [...(entriesById(dictionary)?.values() ?? [])],
    has: (dictionary, id) => entriesById(dictionary)?.get(id)?.retired === false,
    hasCode: (dictionary, code) => dictionary === 'countries' && countries.isValid(code) && code.length === 2,
    title: (locale, dictionary, id) => entriesById(dictionary)?.get(id)?.[locale] ?? '',
    refresh,
  };
};
