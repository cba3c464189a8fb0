import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useInput, useTranslate } from 'ra-core';
import type { InputProps } from '../../fields/inputs/InputProps.ts';

const sources = ['phone', 'police', 'partner', 'other'] as const;

/** Who reported it: a suggestion or free text. */
export const SourceInput = ({ source, label }: InputProps) => {
  const translate = useTranslate();
  const { field, fieldState } = useInput({ source });
  return (
    <Autocomplete
      freeSolo
      disableClearable
      options={sources.map(each => translate(`frame.report.sources.${each}`))}
      filterOptions={all => all}
      inputValue={field.value}
      onInputChange={(_, text) => field.onChange(text)}
      onBlur={() => field.onBlur()}
      renderInput={params => (
        <TextField
          {...params}
          inputRef={field.ref}
          size="small"
          required
          label={label}
          error={fieldState.invalid}
          helperText={fieldState.error?.message}
        />
      )}
    />
  );
};
