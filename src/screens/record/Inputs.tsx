import Box from '@mui/material/Box';
import type { ComponentType } from 'react';
import { useWatch } from 'react-hook-form';
import type { InputProps } from '../../fields/inputs/InputProps.ts';
import { OfferField } from '../../fields/inputs/OfferField.tsx';
import { inputs } from '../../fields/inputs/registry.ts';
import { fieldHelp, useWords } from '../../fields/words.ts';
import { type Described, formSteps } from '../../resources/define.ts';
import type { Field } from '../../resources/fields.ts';
import { writtenNames } from '../../resources/wire.ts';
import { useDoubt } from './useDoubt.ts';
import { wireLabel } from './wireLabel.ts';

interface FormProps {
  readonly resource: Described;
  readonly disabled?: boolean;
  /** Inputs that stand in place of the generated ones, by the field's name. */
  readonly replaced?: { readonly [name: string]: ComponentType<InputProps> };
}

/** One input; what looks wrong and may be right stands under it in place of the help. */
const FieldInput = ({ Input, ...props }: InputProps & { readonly Input: ComponentType<InputProps> }) => {
  const doubt = useDoubt(props.field, props.source);
  return (
    <Box
      role={doubt && 'status'}
      sx={doubt ? { '& .MuiFormHelperText-root:not(.Mui-error)': { color: 'warning.main' } } : undefined}
    >
      <Input {...props} help={doubt ?? props.help} />
    </Box>
  );
};

const FieldInputs = ({ resource, name, disabled, replaced }: FormProps & { readonly name: string }) => {
  const words = useWords();
  const field = resource.fields[name] as Field;
  const instead: unknown = useWatch({ name: field.unless ?? name });
  if (field.unless && instead !== null && instead !== undefined && instead !== '') return null;
  const Input = replaced?.[name] ?? (field.offers ? OfferField : inputs[field.kind]);
  const help = fieldHelp(resource, name, words);
  return writtenNames(name, field).map(source => (
    <FieldInput
      key={source}
      {...{ Input, name, field, resource, source, disabled }}
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
              // Of inputs that are not asked for now nothing is left, not even a gap.
              '&:empty': { display: 'none' },
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
