import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useI18n } from '../../fields/useI18n.ts';
import type { FormDescription } from '../../schema/define.ts';
import { FormActions } from '../form/FormActions.tsx';
import { GuardedForm } from '../form/GuardedForm.tsx';
import { emptyValues, Inputs, recordSchema } from './Inputs.tsx';

interface Props extends Pick<ComponentProps<typeof FormActions>, 'saveLabel' | 'savingLabel'> {
  readonly resource: FormDescription;
  readonly names: readonly string[];
  readonly replacements?: ComponentProps<typeof Inputs>['replacements'];
  readonly title: string;
  /** Text about the form, under its title. */
  readonly description?: string;
  readonly cancelPath: string;
  readonly cancelLabel?: string;
  /** Validation schema. The default follows from the fields. The default of `defaultValues` is empty values. */
  readonly schema?: ComponentProps<typeof GuardedForm>['schema'];
  readonly defaultValues?: ComponentProps<typeof GuardedForm>['defaultValues'];
  /** Creates the record. Rejects if the server refuses. */
  readonly onSubmit: (values: Record<string, unknown>) => Promise<unknown>;
  readonly createdContent?: ReactNode;
  /** Content between the inputs and the buttons. */
  readonly children?: ReactNode;
}

/** A card for creating a record with an API call of its own. It can say and show more than `CreateScreen`. */
export const NewRecordCard = ({
  resource,
  names,
  replacements,
  title,
  description,
  createdContent,
  onSubmit,
  children,
  ...form
}: Props) => {
  const i18n = useI18n();
  const { schema, defaultValues, cancelPath, cancelLabel = i18n.translate('frame.cancel'), ...labels } = form;
  const defaultSchema = useMemo(() => recordSchema(resource, names, i18n), [resource, names, i18n]);
  const blankValues = useMemo(() => emptyValues(resource, names), [resource, names]);
  return (
    <Paper component="section" sx={{ maxWidth: 'md', p: { xs: 2, md: 3 } }}>
      <Typography variant="h1" gutterBottom>
        {title}
      </Typography>
      {createdContent ?? (
        <>
          {description && (
            <Typography color="textSecondary" sx={{ mb: 3 }}>
              {description}
            </Typography>
          )}
          <GuardedForm
            schema={schema ?? defaultSchema}
            defaultValues={defaultValues ?? blankValues}
            onSubmit={async values => {
              await onSubmit(values);
              return undefined;
            }}
          >
            <Inputs resource={resource} names={names} replacements={replacements} />
            {children}
            <FormActions {...labels} canSaveUnchanged>
              <Button component={Link} to={cancelPath}>
                {cancelLabel}
              </Button>
            </FormActions>
          </GuardedForm>
        </>
      )}
    </Paper>
  );
};
