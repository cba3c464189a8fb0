import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useI18n } from '../../fields/useI18n.ts';
import type { Described } from '../../schema/define.ts';
import { FormActions } from '../form/FormActions.tsx';
import { GuardedForm } from '../form/GuardedForm.tsx';
import { Inputs } from './Inputs.tsx';
import { emptyValues, recordSchema } from './schema.ts';

interface Props extends Pick<ComponentProps<typeof FormActions>, 'save' | 'saving'> {
  readonly resource: Described;
  /** Names of the fields. */
  readonly names: readonly string[];
  readonly replaced?: ComponentProps<typeof Inputs>['replaced'];
  readonly title: string;
  /** Text about the form, under its title. */
  readonly about?: string;
  /** Target of the cancel button. */
  readonly cancelTo: string;
  readonly cancel?: string;
  /** Default: the schema of the fields, and empty values. */
  readonly schema?: ComponentProps<typeof GuardedForm>['schema'];
  readonly defaultValues?: ComponentProps<typeof GuardedForm>['defaultValues'];
  /** Creates the record. Rejects if the server refused. */
  readonly onSubmit: (values: Record<string, unknown>) => Promise<unknown>;
  /** Replaces the form after the record is created. */
  readonly made?: ReactNode;
  /** Content between the inputs and the buttons. */
  readonly children?: ReactNode;
}

/** A card for creating a record with its own call. It can say and show more than `CreateScreen`. */
export const NewRecordCard = ({
  resource,
  names,
  replaced,
  title,
  about,
  made,
  onSubmit,
  children,
  ...form
}: Props) => {
  const i18n = useI18n();
  const { schema, defaultValues, cancelTo, cancel = i18n.translate('frame.cancel'), ...labels } = form;
  const usualSchema = useMemo(() => recordSchema(resource, names, i18n), [resource, names, i18n]);
  const nothing = useMemo(() => emptyValues(resource, names), [resource, names]);
  return (
    <Paper component="section" sx={{ maxWidth: 'md', p: { xs: 2, md: 3 } }}>
      <Typography variant="h1" gutterBottom>
        {title}
      </Typography>
      {made ?? (
        <>
          {about && (
            <Typography color="textSecondary" sx={{ mb: 3 }}>
              {about}
            </Typography>
          )}
          <GuardedForm
            schema={schema ?? usualSchema}
            defaultValues={defaultValues ?? nothing}
            onSubmit={async values => {
              await onSubmit(values);
              return undefined;
            }}
          >
            <Inputs resource={resource} names={names} replaced={replaced} />
            {children}
            <FormActions {...labels} always>
              <Button component={Link} to={cancelTo}>
                {cancel}
              </Button>
            </FormActions>
          </GuardedForm>
        </>
      )}
    </Paper>
  );
};
