import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Fragment } from 'react';
import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { type AnySchema, object } from 'yup';
import { send } from '../../api/client.ts';
import { useDebounced } from '../../components/useDebounced.ts';
import type { CallName } from '../../contract/index.ts';
import type { InputProps } from '../../fields/inputs/InputProps.ts';
import { inputs } from '../../fields/inputs/registry.tsx';
import { SuggestionField } from '../../fields/inputs/SuggestionField.tsx';
import { wireLabel } from '../../fields/labels.ts';
import { kinds } from '../../fields/registry.ts';
import { schemaOf } from '../../fields/schemas.ts';
import { fieldHelp, type I18n, stepTitle, useI18n } from '../../fields/useI18n.ts';
import { faultText } from '../../fields/validation.ts';
import { type FormDescription, formSteps } from '../../schema/define.ts';
import type { Field } from '../../schema/fields.ts';
import { isBlank } from '../../schema/kinds/blank.ts';
import { warningOf } from '../../schema/kinds/rules.ts';
import { isRequiredBy, ruleFaults } from '../../schema/rules.ts';
import { fieldsByWireName, wireNamesForWriting } from '../../schema/wire.ts';

export const recordSchema = (resource: FormDescription, names: readonly string[], i18n: I18n) => {
  const fields = Object.fromEntries(names.map(name => [name, resource.fields[name] as Field]));
  const fieldsByName = fieldsByWireName(fields);
  // A rule compares several fields. Its message appears at the field that the rule names.
  const withRules = (wireName: string, schema: AnySchema) =>
    schema.test('rule', '', (_value, { parent, createError }) => {
      const faults = ruleFaults(fields, resource.rules ?? [], parent, Object.keys(fieldsByName));
      const fault = faults.find(({ field }) => field === wireName);
      return fault ? createError({ message: faultText(i18n, fault) }) : true;
    });
  return object(
    Object.fromEntries(
      Object.entries(fieldsByName).map(([name, field]) => [name, withRules(name, schemaOf(field, i18n))]),
    ),
  );
};

/**
 * Returns the initial values of a create form: the `initialValue` of the field, otherwise null, an empty list, or
 * false.
 */
export const emptyValues = (resource: FormDescription, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap(name => {
      const field = resource.fields[name] as Field;
      const emptyValue = field.initialValue ?? (field.kind === 'boolean' ? false : field.many ? [] : null);
      return wireNamesForWriting(name, field).map(wireName => [wireName, emptyValue] as const);
    }),
  );

const typingPauseMs = 400;

interface Duplicates {
  readonly Free: boolean;
  /** Value of another record that looks the same as the typed value. Null if no other record has such a value. */
  readonly Alike: string | null;
  /** Sentence about another record with the typed value, which is allowed but doubtful. Null if there is none. */
  readonly Doubt: string | null;
}

/** Asks the server whether other records have the typed value, or one that looks the same. The request is debounced. */
const useDuplicates = ({ uniquenessCall }: Field, source: string, value: unknown): Duplicates | undefined => {
  const record = useRecordContext();
  const text = typeof value === 'string' && value !== record?.[source] ? value.trim() : '';
  const debounced = useDebounced(text, typingPauseMs);
  const { data } = useQuery({
    queryKey: ['free', uniquenessCall, source, debounced],
    queryFn: async ({ signal }): Promise<Duplicates> => {
      const query = { value: debounced, field: source, ...(typeof record?.Id === 'number' && { except: record.Id }) };
      return (await send(uniquenessCall as CallName, { query, signal })).json();
    },
    enabled: uniquenessCall !== undefined && debounced !== '',
    // The answer is not cached, because another person may take the value at any time.
    gcTime: 0,
  });
  return debounced === text && text !== '' ? data : undefined;
};

/** Returns a warning about the value of the input, such as a probable typing error. Undefined: no warning. */
const useInputWarning = (field: Field, source: string): string | undefined => {
  const i18n = useI18n();
  const { translate } = i18n;
  const value: unknown = useWatch({ name: source });
  const record = useRecordContext();
  const duplicates = useDuplicates(field, source, value);
  // A stored value was doubted when it was written.
  const warning = value === record?.[source] ? undefined : warningOf(value, field);
  if (duplicates?.Free === false) return translate('lists.form.taken');
  if (duplicates?.Alike) return translate('lists.form.alike', { number: duplicates.Alike });
  const doubts = [warning && faultText(i18n, warning), duplicates?.Doubt].filter(Boolean);
  return doubts.length > 0 ? translate('lists.form.doubt', { text: doubts.join('. ') }) : undefined;
};

interface FormProps {
  readonly resource: FormDescription;
  readonly disabled?: boolean;
  readonly replacements?: { readonly [name: string]: ComponentType<InputProps> };
}

/** One input. A warning about its value replaces the help text below it. */
const FieldInput = ({ Input, ...props }: InputProps & { readonly Input: ComponentType<InputProps> }) => {
  const warning = useInputWarning(props.field, props.source);
  return (
    <Box
      role={warning && 'status'}
      sx={warning ? { '& .MuiFormHelperText-root:not(.Mui-error)': { color: 'warning.main' } } : undefined}
    >
      <Input {...props} help={warning ?? props.help} />
    </Box>
  );
};

/**
 * Returns the field. It is required or not, depending on another value of the form. Undefined if the field is hidden.
 */
const useEffectiveField = (name: string, field: Field): Field | undefined => {
  const { requiredWhen } = field;
  const [source = name] = wireNamesForWriting(name, field);
  const [otherValue, ownValue]: readonly unknown[] = useWatch({ name: [requiredWhen?.field ?? source, source] });
  if (!requiredWhen) return field;
  if (isRequiredBy(requiredWhen, { [requiredWhen.field]: otherValue })) return { ...field, required: true };
  return requiredWhen.hiddenOtherwise && isBlank(ownValue) ? undefined : field;
};

const FieldInputs = ({ resource, name, names, disabled, replacements }: Props & { readonly name: string }) => {
  const i18n = useI18n();
  const describedField = resource.fields[name] as Field;
  const effectiveField = useEffectiveField(name, describedField);
  const field = effectiveField ?? describedField;
  const replacingName =
    field.replacedBy !== undefined && names.includes(field.replacedBy) ? field.replacedBy : undefined;
  const replacingValue: unknown = useWatch({ name: replacingName ?? name });
  if (!effectiveField) return null;
  if (replacingName && replacingValue !== null && replacingValue !== undefined && replacingValue !== '') return null;
  const Input = replacements?.[name] ?? (field.suggestions ? SuggestionField : inputs[kinds[field.kind].input]);
  const help = fieldHelp(resource, name, i18n);
  return wireNamesForWriting(name, field).map(source => (
    <FieldInput
      key={source}
      {...{ Input, name, field, resource, source, disabled }}
      label={wireLabel(resource, source, i18n)}
      help={help || undefined}
    />
  ));
};

interface Props extends FormProps {
  readonly names: readonly string[];
}

/** The inputs of a form, in the rows of the description. On a narrow screen each input has its own row. */
export const Inputs = (form: Props) => {
  const i18n = useI18n();
  const { names, resource } = form;
  const steps = formSteps(resource)
    .map(({ title, rows }) => ({
      title: title && stepTitle(resource, { title, rows }, i18n),
      rows: rows.map(row => [row].flat().filter(name => names.includes(name))).filter(row => row.length > 0),
    }))
    .filter(({ rows }) => rows.length > 0);
  return steps.map(({ title, rows }) => (
    <Fragment key={title ?? ''}>
      {title && steps.length > 1 && (
        <Typography variant="h2" sx={{ mt: 1 }}>
          {title}
        </Typography>
      )}
      <InputRows {...form} rows={rows} />
    </Fragment>
  ));
};

const InputRows = ({ rows, ...form }: Props & { readonly rows: readonly (readonly string[])[] }) => {
  return (
    <Box sx={{ display: 'grid', gap: 2.5, width: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {rows.map(row => (
        <Box
          key={row.join()}
          sx={{
            display: 'grid',
            gap: 2.5,
            alignItems: 'start',
            gridAutoColumns: 'minmax(0, 1fr)',
            gridAutoFlow: { md: 'column' },
            // A row whose inputs are all hidden is not displayed, so that it leaves no gap.
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
