import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DictionaryName } from '../contract/dictionaries.ts';
import type { Option } from '../contract/shapes/common.ts';
import { dictionaryQuery, titleIn, titlesQuery } from '../dataProvider/dictionary.ts';
import type { DisplayContext } from '../schema/kinds/cell.ts';
import type { Field } from '../schema/kinds/field.ts';
import { useI18n } from './useI18n.ts';

const noOptions: readonly Option[] = [];

/**
 * Returns the entries of a dictionary that are offered, in the present language. During loading, the entries of the
 * previous language stay. Without a name there is no request.
 */
export const useDictionary = (name: DictionaryName | undefined): readonly Option[] => useEntries(name, dictionaryQuery);

/**
 * Returns all entries of a dictionary, including those no longer offered, because older records still need their
 * titles.
 */
export const useTitles = (name: DictionaryName | undefined): readonly Option[] => useEntries(name, titlesQuery);

const useEntries = (name: DictionaryName | undefined, query: typeof dictionaryQuery): readonly Option[] => {
  const { locale } = useI18n();
  const { data } = useQuery({
    ...query(name, locale),
    enabled: name !== undefined,
    placeholderData: keepPreviousData,
  });
  return data ?? noOptions;
};

export const useChoiceReader = ({ dictionary }: Field): Pick<DisplayContext, 'locale' | 'titleOf'> => {
  const { locale } = useI18n();
  const entries = useTitles(dictionary);
  return { locale, titleOf: (_, id) => titleIn(entries, id) };
};
