import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'ra-core';
import { send } from '../api/client.ts';
import type { DictionaryName } from '../contract/dictionaries.ts';
import type { CallName } from '../contract/index.ts';
import type { Option } from '../contract/shapes/common.ts';

const none: readonly Option[] = [];

/** Entries of a dictionary in the current language, cached. `undefined` loads nothing. */
export const useDictionary = (name: DictionaryName | undefined): readonly Option[] => {
  const locale = useLocale();
  const { data } = useQuery({
    queryKey: ['dictionary', name, locale],
    queryFn: async ({ signal }): Promise<readonly Option[]> => {
      const call: CallName = `GET /api/v2/Info/${name as DictionaryName}`;
      return (await send(call, { signal })).json();
    },
    enabled: name !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? none;
};
