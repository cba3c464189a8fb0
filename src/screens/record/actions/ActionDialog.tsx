import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RaRecord, useRedirect, useTranslate } from 'react-admin';
import { runAction } from '../../../dataProvider/actions.ts';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { showToast } from '../../../feedback/toasts.ts';
import { actionLabel, useI18n } from '../../../fields/useI18n.ts';
import { actionNamed, type Resource } from '../../../schema/define.ts';
import { rowTitle } from '../../list/rowPath.ts';
import { ActionForm } from './ActionForm.tsx';
import { SecretDialog } from './lazySecret.ts';

interface Props {
  readonly resource: Resource;
  readonly record: RaRecord;
  readonly name: string;
  readonly onClose: () => void;
}

/** Runs an action on one record, and invalidates the queries that show it. */
export const ActionDialog = ({ resource, record, name, onClose }: Props) => {
  const i18n = useI18n();
  const translate = useTranslate();
  const client = useQueryClient();
  const redirect = useRedirect();
  const [secret, setSecret] = useState<string>();
  const action = actionNamed(resource, name);
  const about = { action: actionLabel(resource, name, action, i18n), title: rowTitle(resource, record) };
  const heading = `${about.action}: ${about.title}`;
  const run = async (asked: object) => {
    try {
      const answer = await runAction(resource, name, record, asked);
      if (action.secret) setSecret(String(answer[action.secret]));
      if (action.removes) client.removeQueries({ queryKey: [resource.name, 'getOne'] });
    } finally {
      // Lists, the record, its tabs and its history are refetched, also after a refusal, because another person may
      // have changed the record.
      for (const area of [resource.name, resource.entity, 'audit']) void client.invalidateQueries({ queryKey: [area] });
    }
    showToast({ kind: 'success', heading: translate('lists.record.acted', about) });
    if (!action.secret) onClose();
    if (action.removes) redirect('list', resource.name);
  };
  if (secret !== undefined)
    return (
      <LazyBoundary>
        <SecretDialog title={about.action} value={secret} onClose={onClose} />
      </LazyBoundary>
    );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-label={heading}>
      <DialogTitle sx={{ overflowWrap: 'anywhere' }}>{heading}</DialogTitle>
      <DialogContent>
        <ActionForm {...{ resource, name, action, onClose }} id={record.id} onAct={run} />
      </DialogContent>
    </Dialog>
  );
};
