import { yupResolver } from '@hookform/resolvers/yup';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type ReactNode, useMemo } from 'react';
import { SaveButton, SimpleForm } from 'react-admin';
import { type Resolver, useFormState } from 'react-hook-form';
import { Link } from 'react-router';
import { type Resource, writtenFields } from '../../resources/define.ts';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { Inputs } from './Inputs.tsx';
import { emptyValues, recordSchema } from './schema.ts';

/** Unsaved changes are guarded until they have been sent. */
const Guard = () => {
  const { isDirty, isSubmitSuccessful, isSubmitting } = useFormState();
  return <LeaveGuard dirty={isDirty && !isSubmitting && !isSubmitSuccessful} />;
};

const Actions = ({ cancel }: { cancel: string }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', p: 2, pt: 0 }}>
      <SaveButton alwaysEnable={false} label={translate('lists.form.save')} icon={null} />
      <Button component={Link} to={cancel}>
        {translate('frame.cancel')}
      </Button>
    </Box>
  );
};

interface Props {
  readonly resource: Resource;
  readonly verb: 'create' | 'update';
  /** Where one goes without saving. */
  readonly cancel: string;
  /** What stands above the inputs. */
  readonly children?: ReactNode;
}

/**
 * The generated form of a described resource. What the description asks for is asked for while typing; what the server
 * says of a field stands under it. A record that somebody else saved meanwhile does not undo what was typed.
 */
export const RecordForm = ({ resource, verb, cancel, children }: Props) => {
  const translate = useTranslate();
  const names = useMemo(() => writtenFields(resource, verb), [resource, verb]);
  const resolver = useMemo(
    // What is sent is what stands in the form: yup would make a moment of a day.
    () => yupResolver(recordSchema(resource, names, translate), {}, { raw: true }) as unknown as Resolver,
    [resource, names, translate],
  );
  return (
    <SimpleForm
      mode="all"
      resolver={resolver}
      defaultValues={verb === 'create' ? emptyValues(resource, names) : undefined}
      resetOptions={{ keepDirtyValues: true }}
      toolbar={<Actions cancel={cancel} />}
      noValidate
      disableInvalidFormNotification
    >
      <Guard />
      {children}
      <Inputs resource={resource} names={names} />
    </SimpleForm>
  );
};
