import countries from 'i18n-iso-countries';
import type { CommonDictionary, DictionaryName } from '../../src/contract/dictionaries.ts';
import type { Locale } from '../../src/contract/messages/index.ts';
import type { Context } from '../context.ts';

/** Cache lifetime, ms: entries added by another process appear after it. */
const freshMs = 60_000;

interface Entry {
  readonly id: number;
  readonly ru: string;
  readonly en: string;
  /** True: forms do not offer the entry any more. Records that have the entry keep it. */
  readonly retired: boolean;
}

/** Title of a dictionary's entry. Empty if there is no such entry. */
export type DictionaryTitles = (locale: Locale, dictionary: CommonDictionary, id: number) => string;

export interface Dictionaries {
  readonly entries: (dictionary: CommonDictionary) => readonly Entry[];
  /** Whether the entry exists and is not retired. */
  readonly has: (dictionary: CommonDictionary, id: number) => boolean;
  /** `has` for dictionaries that use a code instead of an id: countries. */
  readonly hasCode: (dictionary: DictionaryName, code: string) => boolean;
  readonly title: DictionaryTitles;
  /** Reads the dictionaries again after a change. */
  readonly refresh: () => Promise<void>;
}

type Tables = ReadonlyMap<string, ReadonlyMap<number, Entry>>;

const readTables = async ({ db }: Pick<Context, 'db'>): Promise<Tables> => {
  const tables = new Map<string, Map<number, Entry>>();
  for (const row of await db.selectFrom('dictionary_entry').selectAll().orderBy('code').execute()) {
    const table = tables.get(row.dictionary) ?? new Map<number, Entry>();
    const { code, title_en: en, title_ru: ru, retired } = row;
    // The specification's fallback: an entry without a Russian title shows the English one.
    tables.set(row.dictionary, table.set(code, { id: code, ru: ru || en, en, retired }));
  }
  return tables;
};

/**
 * Loads the dictionaries. They are small, shared and read for every row, so they are kept in memory and refreshed in
 * the background when stale.
 */
export const loadDictionaries = async (context: Pick<Context, 'db' | 'now' | 'deferred'>): Promise<Dictionaries> => {
  let tables = await readTables(context);
  let readAtMs = context.now().getTime();
  const refresh = async () => {
    tables = await readTables(context);
  };
  const tableOf = (dictionary: CommonDictionary) => {
    const nowMs = context.now().getTime();
    if (nowMs - readAtMs > freshMs) {
      readAtMs = nowMs;
      context.deferred('read the dictionaries anew', refresh);
    }
    return tables.get(dictionary);
  };
  return {
    entries: dictionary => [...(tableOf(dictionary)?.values() ?? [])],
    has: (dictionary, id) => tableOf(dictionary)?.get(id)?.retired === false,
    hasCode: (dictionary, code) => dictionary === 'countries' && countries.isValid(code) && code.length === 2,
    title: (locale, dictionary, id) => tableOf(dictionary)?.get(id)?.[locale] ?? '',
    refresh,
  };
};
