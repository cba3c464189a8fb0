import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { SecretPanel } from '../../components/SecretPanel.tsx';
import { webhooks } from '../../resources/webhooks.ts';
import { NewRecordCard } from '../../screens/record/NewRecordCard.tsx';

const fieldNames = ['Url', 'Events', 'Secret'];
const listPath = webhooks.navigation.path;

/**
 * Form that creates a webhook. The server creates it after the receiver has answered a challenge. The secret is shown
 * only in this form.
 */
export const WebhookCreate = () => {
  const translate = useTranslate();
  const client = useQueryClient();
  const {
    data: created,
    isPending,
    mutateAsync,
  } = useMutation({
    mutationFn: ({ Url, Events, Secret }: FieldValues) =>
      api('POST /api/webhook/activate')({ body: { Url, Events, ...(Secret && { Secret }) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [webhooks.name] }),
  });
  return (
    <NewRecordCard
      resource={webhooks}
      names={fieldNames}
      title={translate('resources.webhooks.add')}
      description={translate('admin.webhook.about')}
      saveLabel={translate('admin.webhook.make')}
      cancelPath={listPath}
      onSubmit={mutateAsync}
      createdContent={
        created && (
          <SecretPanel value={created.Secret} textPrefix="admin.webhook">
            <Button component={Link} to={`${listPath}${created.Id}/`}>
              {translate('admin.webhook.done')}
            </Button>
          </SecretPanel>
        )
      }
    >
      {isPending && <Alert severity="info">{translate('admin.webhook.asking')}</Alert>}
    </NewRecordCard>
  );
};
