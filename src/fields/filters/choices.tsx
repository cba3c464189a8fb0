import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';
import { parametersOfField } from '../../resources/filters.ts';
import { useDictionary } from '../dictionary.ts';
import type { FilterProps } from '../kind.ts';
import { choiceLabel, fieldLabel, useI18n } from '../useI18n.ts';
import { groupLabel } from './groupLabel.ts';

type FilterOf = Omit<FilterProps, 'onChange'>;

const useOptions = ({ name, field, resource }: FilterOf) => {
  const i18n = useI18n();
  const dictionary = useDictionary(field.dictionary);
  return field.choices
    ? field.choices.map(choice => ({ Id: choice, Title: choiceLabel(resource, name, choice, i18n) }))
    : dictionary;
};

const chosenOf = ({ name, field, values }: FilterOf) => {
  const parameter = parametersOfField(name, field)[0]?.name ?? name;
  const value = values[parameter];
  return { parameter, chosen: value === undefined ? [] : String(value).split(',') };
};

/** Any of several values: matches rows with one of those ticked. */
export const Filter = (props: FilterProps) => {
  const i18n = useI18n();
  const labelId = useId();
  const options = useOptions(props);
  const { parameter, chosen } = chosenOf(props);
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter(other => other !== id) : [...chosen, id];
    props.onChange({ [parameter]: next.length ? next : undefined });
  };
  return (
    <Box role="group" aria-labelledby={labelId}>
      <FormLabel id={labelId} sx={groupLabel}>
        {fieldLabel(props.resource, props.name, i18n)}
      </FormLabel>
      <FormGroup sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {options.map(({ Id, Title }) => (
          <FormControlLabel
            key={Id}
            label={Title}
            control={<Checkbox size="small" checked={chosen.includes(Id)} onChange={() => toggle(Id)} />}
            slotProps={{ typography: { variant: 'body2' } }}
          />
        ))}
      </FormGroup>
    </Box>
  );
};

export const FilterText = (props: FilterOf) => {
  const options = useOptions(props);
  const { chosen } = chosenOf(props);
  return <>{chosen.map(id => options.find(option => option.Id === id)?.Title ?? id).join(', ')}</>;
};
