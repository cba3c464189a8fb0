import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { LabelledInput } from './LabelledInput.tsx';

interface Props<Value extends string> {
  readonly label: string;
  readonly help?: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly title: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
}

/** A choice between a few visible options. */
export const Choice = <Value extends string>({ label, help, value, options, onChange }: Props<Value>) => (
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
