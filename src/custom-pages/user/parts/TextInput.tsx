import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form';
import { Labelled } from './Labelled.tsx';

interface Props<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: Path<Values>;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  readonly type?: string;
  readonly autoComplete?: string;
  readonly endAdornment?: OutlinedInputProps['endAdornment'];
}

/** One line of a form. */
export const TextInput = <Values extends FieldValues>(props: Props<Values>) => {
  const { control, name, label, help, required, ...input } = props;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <Labelled label={label} help={help} required={required} error={error?.message}>
          {({ id, describedBy }) => (
            <OutlinedInput {...field} {...input} id={id} inputRef={ref} size="small" aria-describedby={describedBy} />
          )}
        </Labelled>
      )}
    />
  );
};
