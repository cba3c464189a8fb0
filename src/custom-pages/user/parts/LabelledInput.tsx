import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ReactNode, useId } from 'react';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly help?: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly title: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
}

export const Choice = <Value extends string>({ label, help, value, options, onChange }: ChoiceProps<Value>) => (
  <LabelledInput label={label} help={help}>
    {({ id, labelId, describedBy }) => (
      <ToggleButtonGroup
        id={id}
        exclusive
        size="small"
        color="primary"
        value={value}
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        onChange={(_, next: Value | null) => next !== null && onChange(next)}
      >
        {options.map(option => (
          <ToggleButton key={option.value} value={option.value} lang={option.lang} sx={{ px: 2 }}>
            {option.title}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    )}
  </LabelledInput>
);

interface InputIds {
  readonly id: string;
  readonly labelId: string;
  readonly describedBy: string | undefined;
}

interface Props {
  readonly label: string;
  readonly error?: string;
  readonly help?: string;
  readonly required?: boolean;
  readonly children: (ids: InputIds) => ReactNode;
}

export const LabelledInput = ({ label, error, help, required, children }: Props) => {
  const id = useId();
  const text = error ?? help;
  return (
    <FormControl fullWidth error={error !== undefined} required={required}>
      <FormLabel htmlFor={id} id={`${id}-label`} sx={{ mb: 0.75, typography: 'subtitle2', color: 'text.primary' }}>
        {label}
      </FormLabel>
      {children({ id, labelId: `${id}-label`, describedBy: text ? `${id}-text` : undefined })}
      {text && (
        <FormHelperText id={`${id}-text`} sx={{ mx: 0 }}>
          {text}
        </FormHelperText>
      )}
    </FormControl>
  );
};
