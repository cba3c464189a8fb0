import { useQuery } from '@tanstack/react-query';
import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { send } from '../../api/client.ts';
import { useDebounced } from '../../components/useDebounced.ts';
import type { CallName } from '../../contract/index.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { faultText } from '../../fields/validation.ts';
import type { Field } from '../../schema/fields.ts';
import { doubtOf, parsed } from '../../schema/kinds/rules.ts';

const typingPauseMs = 400;

interface Duplicates {
  readonly Free: boolean;
  /** Value of another record that looks the same. */
  readonly Alike: string | null;
}

/** Checks whether other records have the value, or one that looks the same. The request is debounced. */
const useDuplicates = ({ freeCall }: Field, source: string, value: unknown): Duplicates | undefined => {
  const record = useRecordContext();
  const text = typeof value === 'string' && value !== record?.[source] ? value.trim() : '';
  const debounced = useDebounced(text, typingPauseMs);
  const { data } = useQuery({
    queryKey: ['free', freeCall, debounced],
    queryFn: async ({ signal }): Promise<Duplicates> => {
      const query = { value: debounced, ...(typeof record?.Id === 'number' && { except: record.Id }) };
      return (await send(freeCall as CallName, { query, signal })).json();
    },
    enabled: freeCall !== undefined && debounced !== '',
    // Not cached, because another person may take the value at any time.
    gcTime: 0,
  });
  return debounced === text && text !== '' ? data : undefined;
};

/** Returns a warning about the input's value. The value may still be right. Undefined: no warning. */
export const useInputWarning = (field: Field, source: string): string | undefined => {
  const { translate } = useI18n();
  const value: unknown = useWatch({ name: source });
  const others = useDuplicates(field, source, value);
  const doubt = doubtOf(parsed(value, field), field);
  if (others?.Free === false) return translate('lists.form.taken');
  if (others?.Alike) return translate('lists.form.alike', { number: others.Alike });
  return doubt && translate('lists.form.doubt', { text: faultText(translate, doubt) });
};
