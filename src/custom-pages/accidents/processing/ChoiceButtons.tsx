import Skeleton from '@mui/material/Skeleton';
import { useInput } from 'react-admin';
import { useDictionary, useTitles } from '../../../fields/dictionary.ts';
import type { InputProps } from '../../../fields/inputs/InputProps.ts';
import { choiceLabel, useI18n } from '../../../fields/useI18n.ts';
import { type Choice, Choices } from '../finish/Choices.tsx';

const useOffered = ({ field, name, resource }: InputProps, chosen: unknown): readonly Choice<string | number>[] => {
  const i18n = useI18n();
  const entries = useDictionary(field.dictionary);
  const titles = useTitles(field.dictionary);
  if (field.choices) return field.choices.map(id => ({ id, name: choiceLabel(resource, name, id, i18n) }));
  const offered = entries.map(({ Id, Title }) => ({ id: Number(Id), name: Title }));
  // The record may hold an entry that is no longer offered. That entry stays visible.
  const gone = titles.find(({ Id }) => Number(Id) === chosen && offered.every(({ id }) => id !== chosen));
  return gone ? [...offered, { id: Number(gone.Id), name: gone.Title }] : offered;
};

/** A choice with few options as buttons. A second press clears the choice. */
export const ChoiceButtons = (props: InputProps) => {
  const { source, label, field: described, disabled } = props;
  const { field, fieldState } = useInput({ source });
  const choices = useOffered(props, field.value);
  if (choices.length === 0) return <Skeleton height={64} />;
  return (
    <Choices
      label={label}
      choices={choices}
      chosen={field.value === null || field.value === '' ? [] : [field.value as string | number]}
      disabled={disabled ?? false}
      required={described.required ?? false}
      error={fieldState.error?.message}
      onToggle={id => field.onChange(id === field.value ? null : id)}
    />
  );
};
