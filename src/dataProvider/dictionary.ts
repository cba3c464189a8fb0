import type { QueryClient } from '@tanstack/react-query';
import { send } from '../api/client.ts';
import { commonDictionaries, type DictionaryName } from '../contract/dictionaries.ts';
import type { CallName } from '../contract/index.ts';
import type { Option } from '../contract/shapes/common.ts';
import type { Locale } from '../i18n/locale.ts';
import type { Described } from '../schema/define.ts';
import { type TitleOf, untitled } from '../schema/kinds/cell.ts';

const entriesQuery = (name: DictionaryName | undefined, locale: Locale, retired: boolean) => ({
  queryKey: ['dictionary', name, locale, ...(retired ? ['retired'] : [])] as const,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Option[]> => {
    const call: CallName = `GET /api/v2/Info/${name as DictionaryName}`;
    return (await send(call, { signal, ...(retired && { query: { retired } }) })).json();
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Query of the entries that a dictionary offers, in one language. Fetched once. */
export const dictionaryQuery = (name: DictionaryName | undefined, locale: Locale) => entriesQuery(name, locale, false);

/**
 * Query of a dictionary's entries including those no longer offered, for titles. Only the common dictionaries have such
 * entries.
 */
export const titlesQuery = (name: DictionaryName | undefined, locale: Locale): ReturnType<typeof dictionaryQuery> =>
  entriesQuery(name, locale, hasRetired(name));

const hasRetired = (name: DictionaryName | undefined): boolean => commonDictionaries.some(each => each === name);

/** Returns the query parameters for the titles of a dictionary. */
export const titlesParameters = (name: DictionaryName): { readonly retired?: true } =>
  hasRetired(name) ? { retired: true } : {};

/**
 * Returns the title of an entry. A removed entry is shown by its number. Undefined: the dictionary is not loaded yet.
 */
export const titleIn = (entries: readonly Option[], id: string): string | undefined =>
  entries.length === 0 ? undefined : (entries.find(({ Id }) => Id === id)?.Title ?? untitled(id));

/** Returns the dictionaries that hold the titles of these fields. */
export const dictionariesOf = (
  { fields }: Pick<Described, 'fields'>,
  names: readonly string[],
): readonly DictionaryName[] => [...new Set(names.flatMap(name => fields[name]?.dictionary ?? []))];

/** Fetches the titles of these fields in a language, for texts outside React. */
export const fetchTitles = async (
  client: QueryClient,
  described: Pick<Described, 'fields'>,
  names: readonly string[],
  locale: Locale,
): Promise<TitleOf> => {
  const found = dictionariesOf(described, names).map(
    async name => [name, await client.fetchQuery(titlesQuery(name, locale))] as const,
  );
  const entries = new Map<DictionaryName | undefined, readonly Option[]>(await Promise.all(found));
  return ({ dictionary }, id) => titleIn(entries.get(dictionary) ?? [], id);
};
