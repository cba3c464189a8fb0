import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'ra-core';
import { send } from '../api/client.ts';
import { commonDictionaries, type DictionaryName } from '../contract/dictionaries.ts';
import type { CallName } from '../contract/index.ts';
import type { Option } from '../contract/shapes/common.ts';

const none: readonly Option[] = [];

/** Entries that are offered, in the language on the screen; asked for once. `undefined` asks for nothing. */
export const useDictionary = (name: DictionaryName | undefined): readonly Option[] => useEntries(name, false);

/** With those that are no longer offered: titles of what was chosen when they were. */
export const useTitles = (name: DictionaryName | undefined): readonly Option[] =>
  useEntries(
    name,
    commonDictionaries.some(each => each === name),
  );

const useEntries = (name: DictionaryName | undefined, retired: boolean): readonly Option[] => {
  const locale = useLocale();
  const { data } = useQuery({
    queryKey: ['dictionary', name, locale, ...(retired ? ['retired'] : [])],
    queryFn: async ({ signal }): Promise<readonly Option[]> => {
      const call: CallName = `GET /api/v2/Info/${name as DictionaryName}`;
      return (await send(call, { signal, ...(retired && { query: { retired } }) })).json();
    },
    enabled: name !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? none;
};
