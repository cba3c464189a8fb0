import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { SecretShown } from '../../components/SecretShown.tsx';
import { platformKeys } from '../../resources/platformKeys.ts';
import { FormActions } from '../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../screens/form/GuardedForm.tsx';
import { Inputs } from '../../screens/record/Inputs.tsx';
import { emptyValues, recordSchema } from '../../screens/record/schema.ts';

const names = ['Name'];
const list = platformKeys.place.path;

/** Where a key for a device platform is made. It is shown here and never again. */
export const PlatformKeyCreate = () => {
  const translate = useTranslate();
  const client = useQueryClient();
  const schema = useMemo(() => recordSchema(platformKeys, names, translate), [translate]);
  const { data: made, mutateAsync } = useMutation({
    mutationFn: ({ Name }: FieldValues) => api('POST /api/v2/PlatformKey', { body: { Name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [platformKeys.name] }),
  });
  return (
    <Paper component="section" sx={{ maxWidth: 'md', p: { xs: 2, md: 3 } }}>
      <Typography variant="h1" gutterBottom>
        {translate('resources.platformKeys.add')}
      </Typography>
      {made ? (
        <SecretShown value={made.Key} texts="admin.key">
          <Button component={Link} to={list}>
            {translate('admin.key.done')}
          </Button>
        </SecretShown>
      ) : (
        <GuardedForm
          schema={schema}
          defaultValues={emptyValues(platformKeys, names)}
          onSubmit={async values => {
            await mutateAsync(values);
            return undefined;
          }}
        >
          <Inputs resource={platformKeys} names={names} />
          <FormActions save={translate('admin.key.make')} always>
            <Button component={Link} to={list}>
              {translate('frame.cancel')}
            </Button>
          </FormActions>
        </GuardedForm>
      )}
    </Paper>
  );
};
