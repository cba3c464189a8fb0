import Box from '@mui/material/Box';
import type { ComponentType } from 'react';
import type { InputProps } from '../../fields/inputs/InputProps.ts';
import { inputs } from '../../fields/inputs/registry.ts';
import { fieldHelp, useWords } from '../../fields/words.ts';
import { type Described, formSteps } from '../../resources/define.ts';
import type { Field } from '../../resources/fields.ts';
import { writtenNames } from '../../resources/wire.ts';
import { wireLabel } from './wireLabel.ts';

interface FormProps {
  readonly resource: Described;
  readonly disabled?: boolean;
  /** Inputs that stand in place of the generated ones, by the field's name. */
  readonly replaced?: { readonly [name: string]: ComponentType<InputProps> };
}

const FieldInputs = ({ resource, name, disabled, replaced }: FormProps & { readonly name: string }) => {
  const words = useWords();
  const field = resource.fields[name] as Field;
  const Input = replaced?.[name] ?? inputs[field.kind];
  const help = fieldHelp(resource, name, words);
  return writtenNames(name, field).map(source => (
    <Input
      key={source}
      {...{ name, field, resource, source, disabled }}
      label={wireLabel(resource, source, words)}
      help={help || undefined}
    />
  ));
};

interface Props extends FormProps {
  /** Fields that may be written now. */
  readonly names: readonly string[];
}

/** The inputs of a form, in the rows the description puts them in; on a narrow screen each has a row of its own. */
export const Inputs = ({ names, ...form }: Props) => {
  const rows = formSteps(form.resource)
    .flatMap(step => step.rows)
    .map(row => [row].flat().filter(name => names.includes(name)));
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
