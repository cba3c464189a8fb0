import type { CommonDictionary } from '../../../src/contract/dictionaries.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Context } from '../../context.ts';

/** Cache lifetime: entries added by another process appear after it. */
const freshMs = 60_000;

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

type Tables = ReadonlyMap<string, ReadonlyMap<number, Entry>>;

const readTables = async ({ db }: Pick<Context, 'db'>): Promise<Tables> => {
  const tables = new Map<string, Map<number, Entry>>();
  for (const row of await db.selectFrom('dictionary_entry').selectAll().orderBy('id').execute()) {
    const table = tables.get(row.dictionary) ?? new Map<number, Entry>();
    tables.set(row.dictionary, table.set(row.id, { id: row.id, ru: row.title_ru, en: row.title_en }));
  }
  return tables;
};

/**
 * Dictionaries are small, shared, and read for every row: kept in memory and refreshed in the background when stale.
 */
export const loadDictionaries = async (context: Pick<Context, 'db' | 'now' | 'deferred'>): Promise<Dictionaries> => {
  let tables = await readTables(context);
  let readAtMs = context.now().getTime();
  const tableOf = (dictionary: CommonDictionary) => {
    const nowMs = context.now().getTime();
    if (nowMs - readAtMs > freshMs) {
      readAtMs = nowMs;
      context.deferred('read the dictionaries anew', async () => {
        tables = await readTables(context);
      });
    }
    return tables.get(dictionary);
  };
  return {
    entries: dictionary => [...(tableOf(dictionary)?.values() ?? [])],
    has: (dictionary, id) => tableOf(dictionary)?.has(id) ?? false,
    title: (locale, dictionary, id) => tableOf(dictionary)?.get(id)?.[locale] ?? '',
  };
};
