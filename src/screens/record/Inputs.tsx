import Box from '@mui/material/Box';
import { inputs } from '../../fields/inputs/registry.ts';
import { useWords } from '../../fields/words.ts';
import type { Resource } from '../../resources/define.ts';
import type { Field } from '../../resources/fields.ts';
import { writtenNames } from '../../resources/wire.ts';
import { wireLabel } from './wireLabel.ts';

const FieldInputs = ({ resource, name }: { resource: Resource; name: string }) => {
  const words = useWords();
  const field = resource.fields[name] as Field;
  const Input = inputs[field.kind];
  const help = words.translate(`resources.${resource.name}.help.${name}`, { _: '' });
  return writtenNames(name, field).map(source => (
    <Input
      key={source}
      {...{ name, field, resource, source }}
      label={wireLabel(resource, source, words)}
      help={help || undefined}
    />
  ));
};

interface Props {
  readonly resource: Resource;
  /** Fields that may be written now. */
  readonly names: readonly string[];
}

/** The inputs of a form, in the rows the description puts them in; on a narrow screen each has a row of its own. */
export const Inputs = ({ resource, names }: Props) => {
  const rows = (resource.form ?? []).map(row => [row].flat().filter(name => names.includes(name)));
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
              <FieldInputs key={name} resource={resource} name={name} />
            ))}
          </Box>
        ))}
    </Box>
  );
};
