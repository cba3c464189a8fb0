import type { QueryClient } from '@tanstack/react-query';
import { send } from '../api/client.ts';
import { commonDictionaries, type DictionaryName } from '../contract/dictionaries.ts';
import type { CallName } from '../contract/index.ts';
import type { Option } from '../contract/shapes/common.ts';
import type { Locale } from '../i18n/locale.ts';
import type { FormDescription } from '../schema/define.ts';
import { missingTitleText, type TitleOf } from '../schema/kinds/cell.ts';

const entriesQuery = (name: DictionaryName | undefined, locale: Locale, includesRetired: boolean) => ({
  queryKey: ['dictionary', name, locale, ...(includesRetired ? ['retired'] : [])] as const,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Option[]> => {
    const call: CallName = `GET /api/v2/Info/${name as DictionaryName}`;
    return (await send(call, { signal, ...(includesRetired && { query: { retired: includesRetired } }) })).json();
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Query of the entries that a dictionary offers, in one language. Fetched once. */
export const dictionaryQuery = (name: DictionaryName | undefined, locale: Locale) => entriesQuery(name, locale, false);

/**
 * Query of all entries of a dictionary, including entries no longer offered, because old records need their titles.
 * Only the common dictionaries have entries that are no longer offered.
 */
export const titlesQuery = (name: DictionaryName | undefined, locale: Locale): ReturnType<typeof dictionaryQuery> =>
  entriesQuery(name, locale, hasRetiredEntries(name));

const hasRetiredEntries = (name: DictionaryName | undefined): boolean =>
  commonDictionaries.some(dictionary => dictionary === name);

export const titlesParameters = (name: DictionaryName): { readonly retired?: true } =>
  hasRetiredEntries(name) ? { retired: true } : {};

/**
 * Returns the title of a dictionary entry. A removed entry is shown by its number. Undefined: the dictionary is not
 * loaded yet.
 */
export const titleIn = (entries: readonly Option[], id: string): string | undefined =>
  entries.length === 0 ? undefined : (entries.find(({ Id }) => Id === id)?.Title ?? missingTitleText(id));

/** Returns the dictionaries that hold the titles of these fields' values. */
export const dictionariesOf = (
  { fields }: Pick<FormDescription, 'fields'>,
  names: readonly string[],
): readonly DictionaryName[] => [...new Set(names.flatMap(name => fields[name]?.dictionary ?? []))];

export const fetchTitles = async (
  client: QueryClient,
  description: Pick<FormDescription, 'fields'>,
  names: readonly string[],
  locale: Locale,
): Promise<TitleOf> => {
  const loading = dictionariesOf(description, names).map(
    async name => [name, await client.fetchQuery(titlesQuery(name, locale))] as const,
  );
  const entries = new Map<DictionaryName | undefined, readonly Option[]>(await Promise.all(loading));
  return ({ dictionary }, id) => titleIn(entries.get(dictionary) ?? [], id);
};
