import Box from '@mui/material/Box';
import type { ComponentType } from 'react';
import type { InputProps } from '../../fields/inputs/InputProps.ts';
import { inputs } from '../../fields/inputs/registry.ts';
import { wireLabel } from '../../fields/labels.ts';
import { fieldHelp, useI18n } from '../../fields/useI18n.ts';
import type { Described } from '../../resources/define.ts';
import type { Field } from '../../resources/fields.ts';
import { writtenNames } from '../../resources/wire.ts';

interface FormProps {
  readonly resource: Described;
  readonly disabled?: boolean;
  /** Replacements of generated inputs, by field name. */
  readonly replaced?: { readonly [name: string]: ComponentType<InputProps> };
}

const FieldInputs = ({ resource, name, disabled, replaced }: FormProps & { readonly name: string }) => {
  const i18n = useI18n();
  const field = resource.fields[name] as Field;
  const Input = replaced?.[name] ?? inputs[field.kind];
  const help = fieldHelp(resource, name, i18n);
  return writtenNames(name, field).map(source => (
    <Input
      key={source}
      {...{ name, field, resource, source, disabled }}
      label={wireLabel(resource, source, i18n)}
      help={help || undefined}
    />
  ));
};

interface Props extends FormProps {
  /** Writable fields. */
  readonly names: readonly string[];
}

/** Inputs of a form in the description's rows; one per row on narrow screens. */
export const Inputs = ({ names, ...form }: Props) => {
  const rows = (form.resource.form ?? []).map(row => [row].flat().filter(name => names.includes(name)));
  return (
    <Box sx={{ display: 'grid', gap: 2.5, width: 1 }}>
      {rows
        .filter(row => row.length > 0)
        .map(row => (
          <Box
            key={row.join()}
            sx={{
              display: 'grid',
              gap: 2.5,
              alignItems: 'start',
              gridAutoColumns: '1fr',
              gridAutoFlow: { md: 'column' },
            }}
          >
            {row.map(name => (
              <FieldInputs key={name} name={name} {...form} />
            ))}
          </Box>
        ))}
    </Box>
  );
};
