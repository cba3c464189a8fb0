import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { usePasswordEye } from '../../components/usePasswordEye.tsx';
import type { FormDescription } from '../../schema/define.ts';
import type { Field, FieldKind } from '../../schema/kinds/field.ts';
import type { FieldInput } from './useFields.ts';

interface AuthFieldProps extends FieldInput {
  readonly label: string;
  readonly type: string;
  readonly autoComplete: string;
  readonly help?: string | undefined;
  readonly endAdornment?: OutlinedInputProps['endAdornment'];
}

/**
 * A text field with its label above and its error below. MUI's TextField would load selects and menus before the first
 * screen.
 */
const AuthField = ({ label, fault, help, onChange, ...input }: AuthFieldProps) => {
  const id = useId();
  return (
    <FormControl fullWidth error={fault !== undefined} sx={{ mb: 2 }}>
      <FormLabel htmlFor={id} sx={{ mb: 0.75, typography: 'subtitle2', color: 'text.primary' }}>
        {label}
      </FormLabel>
      <OutlinedInput
        {...input}
        id={id}
        size="small"
        onChange={event => onChange(event.target.value)}
        aria-describedby={fault || help ? `${id}-help` : undefined}
      />
      {(fault || help) && (
        <FormHelperText id={`${id}-help`} sx={{ mx: 0 }}>
          {fault ?? help}
        </FormHelperText>
      )}
    </FormControl>
  );
};

interface Props {
  readonly form: FormDescription;
  readonly field: (name: string) => FieldInput;
  /** Section of the message catalogue with the labels and help texts. */
  readonly texts?: 'auth' | 'ways';
}

const inputTypes: { readonly [Kind in FieldKind]?: string } = { email: 'email', phone: 'tel' };

const PasswordField = (props: Omit<Parameters<typeof AuthField>[0], 'type'>) => (
  <AuthField {...props} {...usePasswordEye()} />
);

export const AuthFields = ({ form, field, texts = 'auth' }: Props) => {
  const translate = useTranslate();
  return Object.entries<Field>(form.fields).map(([name, { kind, secret, autoComplete = 'off' }]) => {
    const label = translate(`${texts}.fields.${name}`);
    const help = translate(`${texts}.help.${name}`, { _: '' });
    const props = { label, help, autoComplete, ...field(name) };
    return secret ? (
      <PasswordField key={name} {...props} />
    ) : (
      <AuthField key={name} {...props} type={inputTypes[kind] ?? 'text'} />
    );
  });
};
