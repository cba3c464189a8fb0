import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DictionaryName } from '../contract/dictionaries.ts';
import type { Option } from '../contract/shapes/common.ts';
import { dictionaryQuery, titleIn, titlesQuery } from '../dataProvider/dictionary.ts';
import type { Reader } from '../kinds/cell.ts';
import type { Field } from '../kinds/field.ts';
import { useI18n } from './useI18n.ts';

const none: readonly Option[] = [];

/** Entries that are offered, in the language on screen; those of the last one until they are there. `undefined` asks for nothing. */
export const useDictionary = (name: DictionaryName | undefined): readonly Option[] => useEntries(name, dictionaryQuery);

/** With those no longer offered: titles of what was chosen while they were. */
export const useTitles = (name: DictionaryName | undefined): readonly Option[] => useEntries(name, titlesQuery);

const useEntries = (name: DictionaryName | undefined, query: typeof dictionaryQuery): readonly Option[] => {
  const { locale } = useI18n();
  const { data } = useQuery({
    ...query(name, locale),
    enabled: name !== undefined,
    placeholderData: keepPreviousData,
  });
  return data ?? none;
};

/** What a choice from the field's dictionary is written with in the language on the screen. */
export const useChoiceReader = ({ dictionary }: Field): Pick<Reader, 'locale' | 'titleOf'> => {
  const { locale } = useI18n();
  const entries = useTitles(dictionary);
  return { locale, titleOf: (_, id) => titleIn(entries, id) };
};
