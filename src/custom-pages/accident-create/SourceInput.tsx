import Autocomplete from '@mui/material/Autocomplete';
import { useInput, useTranslate } from 'react-admin';
import type { InputProps } from '../../fields/inputs/InputProps.ts';
import { PickerBox } from './PickerBox.tsx';

const sources = ['phone', 'police', 'partner', 'other'] as const;

/** Input for the reporter: a suggestion or free text. */
export const SourceInput = ({ source, label }: InputProps) => {
  const translate = useTranslate();
  const { field, fieldState } = useInput({ source });
  return (
    <Autocomplete
      freeSolo
      disableClearable
      options={sources.map(each => translate(`accident.report.sources.${each}`))}
      filterOptions={all => all}
      inputValue={field.value}
      onInputChange={(_, text) => field.onChange(text)}
      onBlur={() => field.onBlur()}
      renderInput={params => <PickerBox {...params} {...{ field, fieldState, label }} />}
    />
  );
};
