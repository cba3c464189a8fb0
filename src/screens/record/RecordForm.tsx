import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useSaveContext, useTranslate } from 'ra-core';
import { type ReactNode, useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router';
import { type Resource, writtenFields } from '../../resources/define.ts';
import { FormActions } from '../form/FormActions.tsx';
import { GuardedForm } from '../form/GuardedForm.tsx';
import { Inputs } from './Inputs.tsx';
import { emptyValues, recordSchema } from './schema.ts';

interface Props {
  readonly resource: Resource;
  readonly verb: 'create' | 'update';
  /** Address of the cancel link. */
  readonly cancel: string;
  readonly onFailure?: (error: unknown) => void;
  /** Content above the inputs. */
  readonly children?: ReactNode;
}

/** Saves by the surrounding `Create` or `Edit`; rejects with the call's error. */
const useSave = (onFailure: Props['onFailure']) => {
  const { save } = useSaveContext();
  return async (values: FieldValues) => {
    let failure: unknown;
    await save?.(values, {
      onError: (error: unknown) => {
        failure = error;
      },
    });
    if (failure === undefined) return undefined;
    onFailure?.(failure);
    throw failure;
  };
};

/**
 * Generated form of a resource: validated while typing, with the server's faults at their fields. A record saved by
 * somebody else meanwhile does not overwrite input.
 */
export const RecordForm = ({ resource, verb, cancel, onFailure, children }: Props) => {
  const translate = useTranslate();
  const names = useMemo(() => writtenFields(resource, verb), [resource, verb]);
  const schema = useMemo(() => recordSchema(resource, names, translate), [resource, names, translate]);
  return (
    <Box sx={{ p: { xs: 2, md: 3 }, pt: { xs: 2, md: 2 } }}>
      <GuardedForm
        schema={schema}
        defaultValues={verb === 'create' ? emptyValues(resource, names) : undefined}
        onSubmit={useSave(onFailure)}
      >
        {children}
        <Inputs resource={resource} names={names} />
        <FormActions save={translate('lists.form.save')} always={verb === 'create'}>
          <Button component={Link} to={cancel}>
            {translate('frame.cancel')}
          </Button>
        </FormActions>
      </GuardedForm>
    </Box>
  );
};
