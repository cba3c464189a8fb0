import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { SecretShown } from '../../components/SecretShown.tsx';
import { webhooks } from '../../resources/webhooks.ts';
import { NewRecordCard } from '../../screens/record/NewRecordCard.tsx';

const names = ['Url', 'Events', 'Secret'];
const list = webhooks.place.path;

/**
 * Form that creates a webhook. The call succeeds after the receiver has answered a challenge. The secret is shown only
 * here.
 */
export const WebhookCreate = () => {
  const translate = useTranslate();
  const client = useQueryClient();
  const {
    data: made,
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
      names={names}
      title={translate('resources.webhooks.add')}
      about={translate('admin.webhook.about')}
      save={translate('admin.webhook.make')}
      cancelTo={list}
      onSubmit={mutateAsync}
      made={
        made && (
          <SecretShown value={made.Secret} texts="admin.webhook">
            <Button component={Link} to={`${list}${made.Id}/`}>
              {translate('admin.webhook.done')}
            </Button>
          </SecretShown>
        )
      }
    >
      {isPending && <Alert severity="info">{translate('admin.webhook.asking')}</Alert>}
    </NewRecordCard>
  );
};
