import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDelete, useNotify, useRedirect, useTranslate } from 'react-admin';
import { PageAction } from '../../components/PageAction.tsx';
import { listOf, namesOf } from '../../dataProvider/locate.ts';
import { addPendingRemoval, deletePendingRemoval } from '../../dataProvider/pendingRemovals.ts';
import type { Resource } from '../../schema/define.ts';
import { rowTitle } from '../list/rowPath.ts';

/** Removes the record with undo. The call is sent when the toast closes. */
export const RemoveButton = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const notify = useNotify();
  const redirect = useRedirect();
  const { name } = resource;
  const { id } = record;
  const list = listOf(resource, record);
  // Runs after undo, success or refusal: lists show the server's state.
  const settle = () => {
    deletePendingRemoval(name, id);
    for (const each of namesOf(resource)) void client.invalidateQueries({ queryKey: [each] });
  };
  // useDelete passes `onUndo` on, although its type does not have it.
  const options = { mutationMode: 'undoable', onUndo: settle, onSettled: settle } as const;
  const [remove] = useDelete(list, { id, previousData: record }, options);
  const start = () => {
    addPendingRemoval(name, id);
    const messageArgs = { title: rowTitle(resource, record) };
    const onSuccess = () => {
      notify('lists.record.removed', { type: 'info', messageArgs: messageArgs, undoable: true });
      redirect('list', list);
    };
    void remove(undefined, undefined, { onSuccess });
  };
  return <PageAction icon={<DeleteOutlined />} label={translate('ra.action.delete')} color="error" onClick={start} />;
};
