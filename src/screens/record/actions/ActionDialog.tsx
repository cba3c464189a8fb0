import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RaRecord, useRedirect, useTranslate } from 'react-admin';
import { runAction } from '../../../dataProvider/actions.ts';
import { LazyBoundary, lazyComponent } from '../../../feedback/LazyBoundary.tsx';
import { showToast } from '../../../feedback/toasts.ts';
import { actionLabel, useI18n } from '../../../fields/useI18n.ts';
import { actionByName, type Resource } from '../../../schema/define.ts';
import { rowTitle } from '../../list/rowPath.ts';
import { ActionForm } from './ActionForm.tsx';

const SecretDialog = lazyComponent('SecretDialog', () => import('./SecretDialog.tsx'), 'admin');

interface Props {
  readonly resource: Resource;
  readonly record: RaRecord;
  readonly actionName: string;
  readonly onClose: () => void;
}

export const ActionDialog = ({ resource, record, actionName, onClose }: Props) => {
  const i18n = useI18n();
  const translate = useTranslate();
  const client = useQueryClient();
  const redirect = useRedirect();
  const [secret, setSecret] = useState<string>();
  const action = actionByName(resource, actionName);
  const messageValues = { action: actionLabel(resource, actionName, action, i18n), title: rowTitle(resource, record) };
  const dialogTitle = `${messageValues.action}: ${messageValues.title}`;
  const run = async (values: object) => {
    try {
      const response = await runAction(resource, actionName, record, values);
      if (action.secretProperty) setSecret(String(response[action.secretProperty]));
      if (action.removes) client.removeQueries({ queryKey: [resource.name, 'getOne'] });
    } finally {
      // Lists, the record, its tabs and its history are refetched. This also happens after a refusal, because another
      // person may have changed the record.
      for (const queryName of [resource.name, resource.entity, 'audit'])
        void client.invalidateQueries({ queryKey: [queryName] });
    }
    const heading = action.doneText
      ? translate(`resources.${resource.name}.actions.${actionName}.done`, {
          _: action.doneText[i18n.locale],
          ...record,
        })
      : translate('lists.record.acted', messageValues);
    showToast({ kind: 'success', heading });
    if (!action.secretProperty) onClose();
    if (action.removes) redirect('list', resource.name);
  };
  if (secret !== undefined)
    return (
      <LazyBoundary>
        <SecretDialog title={messageValues.action} value={secret} onClose={onClose} />
      </LazyBoundary>
    );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-label={dialogTitle}>
      <DialogTitle>{dialogTitle}</DialogTitle>
      <DialogContent>
        <ActionForm {...{ resource, actionName, action, onClose }} id={record.id} onSubmit={run} />
      </DialogContent>
    </Dialog>
  );
};
