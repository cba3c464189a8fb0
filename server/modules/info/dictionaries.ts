import type { CommonDictionary } from '../../../src/contract/dictionaries.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Db } from '../../db/connect.ts';

interface Entry {
  readonly id: number;
  readonly ru: string;
  readonly en: string;
}

/** Title of a dictionary's entry; empty if there is no such entry. */
export type DictionaryTitles = (locale: Locale, dictionary: CommonDictionary, id: number) => string;

export interface Dictionaries {
  readonly entries: (dictionary: CommonDictionary) => readonly Entry[];
  readonly has: (dictionary: CommonDictionary, id: number) => boolean;
  readonly title: DictionaryTitles;
}

/** Dictionaries are small, the same for everybody, and read at every row: they are kept in memory. */
export const loadDictionaries = async (db: Db): Promise<Dictionaries> => {
  const tables = new Map<string, Map<number, Entry>>();
  for (const row of await db.selectFrom('dictionary_entry').selectAll().orderBy('id').execute()) {
    const table = tables.get(row.dictionary) ?? new Map<number, Entry>();
    tables.set(row.dictionary, table.set(row.id, { id: row.id, ru: row.title_ru, en: row.title_en }));
  }
  return {
    entries: dictionary => [...(tables.get(dictionary)?.values() ?? [])],
    has: (dictionary, id) => tables.get(dictionary)?.has(id) ?? false,
    title: (locale, dictionary, id) => tables.get(dictionary)?.get(id)?.[locale] ?? '',
  };
};
