import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useRedirect, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useAccount } from '../../../authProvider/account.ts';
import { PageAction } from '../../../components/PageAction.tsx';
import { holdsOne } from '../../../contract/access.ts';
import { act } from '../../../dataProvider/actions.ts';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { showToast } from '../../../feedback/toasts.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { type Action, canAct, type Resource } from '../../../resources/define.ts';
import { rowTitle } from '../../list/rowPath.ts';
import { actionIcons } from './icons.ts';
import { ActionDialog, SecretDialog } from './lazy.ts';

/** What may be done with the record as it is, by whoever looks at it. */
export const ActionButtons = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const { locale } = useI18n();
  const translate = useTranslate();
  const client = useQueryClient();
  const redirect = useRedirect();
  const roles = useAccount()?.Roles ?? [];
  const [asking, setAsking] = useState<Action>();
  const [secret, setSecret] = useState<{ readonly title: string; readonly value: string }>();
  const title = rowTitle(resource, record);
  const offered = (resource.actions ?? []).filter(action => holdsOne(roles, action.roles) && canAct(action, record));
  const run = async (action: Action, asked: object | undefined) => {
    const answer = await act(resource, action.name, record, asked);
    if (action.secret) setSecret({ title: action.label[locale], value: String(answer[action.secret]) });
    showToast({ kind: 'success', heading: translate('lists.record.acted', { action: action.label[locale], title }) });
    // Lists, the record and its history show what the server has.
    for (const area of [resource.name, 'audit']) void client.invalidateQueries({ queryKey: [area] });
    if (action.removes) redirect('list', resource.name);
  };
  return (
    <>
      {offered.map(action => {
        const Icon = actionIcons[action.icon];
        return (
          <PageAction
            key={action.name}
            icon={<Icon />}
            label={action.label[locale]}
            color={action.grave ? 'error' : 'primary'}
            onClick={() => setAsking(action)}
          />
        );
      })}
      {asking && (
        <LazyBoundary>
          <ActionDialog
            resource={resource}
            action={asking}
            of={title}
            id={record.id}
            onClose={() => setAsking(undefined)}
            onAct={asked => run(asking, asked)}
          />
        </LazyBoundary>
      )}
      {secret && (
        <LazyBoundary>
          <SecretDialog {...secret} onClose={() => setSecret(undefined)} />
        </LazyBoundary>
      )}
    </>
  );
};
