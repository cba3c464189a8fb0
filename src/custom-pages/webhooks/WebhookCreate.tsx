import Alert from '@mui/material/Alert';
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
import { webhooks } from '../../resources/webhooks.ts';
import { FormActions } from '../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../screens/form/GuardedForm.tsx';
import { Inputs } from '../../screens/record/Inputs.tsx';
import { emptyValues, recordSchema } from '../../screens/record/schema.ts';

const names = ['Url', 'Events', 'Secret'];
const list = webhooks.place.path;

/** Where a webhook is activated: its receiver answers a challenge meanwhile, and its secret is shown here and never again. */
export const WebhookCreate = () => {
  const translate = useTranslate();
  const client = useQueryClient();
  const schema = useMemo(() => recordSchema(webhooks, names, translate), [translate]);
  const {
    data: made,
    isPending,
    mutateAsync,
  } = useMutation({
    mutationFn: ({ Url, Events, Secret }: FieldValues) =>
      api('POST /api/webhook/activate', { body: { Url, Events, ...(Secret && { Secret }) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [webhooks.name] }),
  });
  return (
    <Paper component="section" sx={{ maxWidth: 'md', p: { xs: 2, md: 3 } }}>
      <Typography variant="h1" gutterBottom>
        {translate('resources.webhooks.add')}
      </Typography>
      {made ? (
        <SecretShown value={made.Secret} texts="admin.webhook">
          <Button component={Link} to={`${list}${made.Id}/`}>
            {translate('admin.webhook.done')}
          </Button>
        </SecretShown>
      ) : (
        <>
          <Typography color="textSecondary" sx={{ mb: 3 }}>
            {translate('admin.webhook.about')}
          </Typography>
          <GuardedForm
            schema={schema}
            defaultValues={emptyValues(webhooks, names)}
            onSubmit={async values => {
              await mutateAsync(values);
              return undefined;
            }}
          >
            <Inputs resource={webhooks} names={names} />
            {isPending && <Alert severity="info">{translate('admin.webhook.asking')}</Alert>}
            <FormActions save={translate('admin.webhook.make')} always>
              <Button component={Link} to={list}>
                {translate('frame.cancel')}
              </Button>
            </FormActions>
          </GuardedForm>
        </>
      )}
    </Paper>
  );
};
