import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RaRecord, ResourceContextProvider, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { send } from '../../api/client.ts';
import { useAccount } from '../../authProvider/account.ts';
import { PageAction } from '../../components/PageAction.tsx';
import { holdsOne } from '../../contract/access.ts';
import { showToast } from '../../feedback/toasts.ts';
import { useI18n } from '../../fields/useI18n.ts';
import type { CallAction, Resource } from '../../resources/define.ts';
import { FormActions } from '../form/FormActions.tsx';
import { GuardedForm } from '../form/GuardedForm.tsx';
import { Inputs } from './Inputs.tsx';
import { emptyValues, recordSchema } from './schema.ts';

interface Props {
  readonly resource: Resource;
  readonly record: RaRecord;
}

const nothing = { fields: {}, form: [] };

/** Makes the action's call; what shows the record, and what it was made of, is read again. */
const useAct = ({ resource, record }: Props, action: CallAction) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { locale } = useI18n();
  const { mutateAsync } = useMutation({
    mutationFn: (body: object | undefined) => send(action.call, { params: { id: record.id }, body }),
  });
  return async (values: object): Promise<void> => {
    await mutateAsync(action.asks && Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)));
    showToast({ kind: 'success', heading: `${action.label[locale]}: ${String(record[resource.title])}` });
    // What is done may take the record away, as a device that leaves the quarantine: it is not asked for again.
    if (!resource.access.update) {
      client.removeQueries({ queryKey: [resource.name, 'getOne'] });
      navigate(resource.place?.path ?? '/');
    }
    for (const area of [resource.name, 'audit']) void client.invalidateQueries({ queryKey: [area] });
  };
};

const ActionDialog = ({ onClose, action, ...of }: Props & { action: CallAction; onClose: () => void }) => {
  const translate = useTranslate();
  const { locale } = useI18n();
  const act = useAct(of, action);
  const asked = useMemo(
    () => ({ name: `${of.resource.name}.${action.name}`, ...(action.asks ?? nothing) }),
    [of.resource.name, action],
  );
  const names = Object.keys(asked.fields);
  const schema = useMemo(() => recordSchema(asked, Object.keys(asked.fields), translate), [asked, translate]);
  const empty = useMemo(() => emptyValues(asked, Object.keys(asked.fields)), [asked]);
  const [done, setDone] = useState(false);
  return (
    <Dialog open={!done} onClose={onClose} fullWidth maxWidth="sm" aria-label={action.label[locale]}>
      <DialogTitle>{action.label[locale]}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2.5 }}>{action.about[locale]}</DialogContentText>
        <ResourceContextProvider value={asked.name}>
          <GuardedForm
            schema={schema}
            values={empty}
            onSubmit={async values => {
              await act(values);
              setDone(true);
              onClose();
              return undefined;
            }}
          >
            <Inputs resource={asked} names={names} />
            <DialogActions sx={{ p: 0 }}>
              <Button onClick={onClose}>{translate('frame.cancel')}</Button>
              <FormActions save={action.label[locale]} always />
            </DialogActions>
          </GuardedForm>
        </ResourceContextProvider>
      </DialogContent>
    </Dialog>
  );
};

/** What may be done to the record beside changing and removing it, by whom its description names. */
export const RecordActions = ({ resource, record }: Props) => {
  const { locale } = useI18n();
  const roles = useAccount()?.Roles ?? [];
  const [chosen, choose] = useState<CallAction>();
  const open = (resource.callActions ?? []).filter(
    ({ roles: asked, unless }) => holdsOne(roles, asked) && !(unless && record[unless]),
  );
  return (
    <>
      {open.map(action => (
        <PageAction
          key={action.name}
          icon={<PlayArrowOutlined />}
          label={action.label[locale]}
          onClick={() => choose(action)}
        />
      ))}
      {chosen && <ActionDialog {...{ resource, record }} action={chosen} onClose={() => choose(undefined)} />}
    </>
  );
};
