import { usePasswordEye } from '../../components/usePasswordEye.tsx';
import { useAppLocale } from '../../i18n/TextsProvider.tsx';
import type { Described } from '../../schema/define.ts';
import type { Field, FieldKind } from '../../schema/kinds/field.ts';
import { AuthField } from './AuthField.tsx';
import type { FieldInput } from './useFields.ts';

interface Props {
  readonly form: Described;
  readonly field: (name: string) => FieldInput;
}

const types: { readonly [Kind in FieldKind]?: string } = { email: 'email', phone: 'tel' };

/** A password input with a "show" button. */
const Secret = (props: Omit<Parameters<typeof AuthField>[0], 'type'>) => <AuthField {...props} {...usePasswordEye()} />;

/** The inputs of a short form, from its description. */
export const AuthFields = ({ form, field }: Props) => {
  const [locale] = useAppLocale();
  return Object.entries<Field>(form.fields).map(([name, { kind, label, help, secret, autoComplete = 'off' }]) => {
    const props = { label: label?.[locale] ?? name, help: help?.[locale], autoComplete, ...field(name) };
    return secret ? <Secret key={name} {...props} /> : <AuthField key={name} {...props} type={types[kind] ?? 'text'} />;
  });
};
