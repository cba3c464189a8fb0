import { Autocomplete, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Ref } from 'react';
import type { Option } from '../../../contract/shapes/common.ts';
import { useDictionary } from '../../../fields/dictionary.ts';
import { type DictionaryField, dictionaryOf } from './values.ts';

interface Props<Value> {
  readonly name: DictionaryField;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur: () => void;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly disabled: boolean;
  readonly error?: string;
}

const useOptions = (name: DictionaryField, ids: readonly number[]) => {
  const options = useDictionary(dictionaryOf[name]);
  // An entry that has left the dictionary is still shown by its number instead of vanishing from the record.
  const find = (id: number): Option =>
    options.find(option => option.Id === String(id)) ?? { Id: String(id), Title: `№ ${id}` };
  return { options, chosen: ids.map(find) };
};

const common = {
  size: 'small',
  getOptionLabel: (option: Option) => option.Title,
  isOptionEqualToValue: (a: Option, b: Option) => a.Id === b.Id,
} as const;

/** One entry of a dictionary. */
export const OneOption = ({
  name,
  value,
  onChange,
  onBlur,
  inputRef,
  disabled,
  error,
  required,
}: Props<number | null> & { required?: boolean }) => {
  const translate = useTranslate();
  const { options, chosen } = useOptions(name, value === null ? [] : [value]);
  return (
    <Autocomplete
      {...common}
      options={options}
      value={chosen[0] ?? null}
      onChange={(_, option) => onChange(option === null ? null : Number(option.Id))}
      onBlur={onBlur}
      disabled={disabled}
      noOptionsText={translate('accident.form.noOptions')}
      renderInput={params => (
        <TextField
          {...params}
          inputRef={inputRef}
          label={translate(`accident.fields.${name}`)}
          required={required}
          error={error !== undefined}
          helperText={error}
        />
      )}
    />
  );
};

/** Any number of entries of a dictionary. */
export const ManyOptions = ({ name, value, onChange, onBlur, inputRef, disabled }: Props<number[]>) => {
  const translate = useTranslate();
  const { options, chosen } = useOptions(name, value);
  return (
    <Autocomplete
      {...common}
      multiple
      disableCloseOnSelect
      options={options}
      value={chosen}
      onChange={(_, picked) => onChange(picked.map(option => Number(option.Id)))}
      onBlur={onBlur}
      disabled={disabled}
      noOptionsText={translate('accident.form.noOptions')}
      renderInput={params => <TextField {...params} inputRef={inputRef} label={translate(`accident.fields.${name}`)} />}
    />
  );
};
