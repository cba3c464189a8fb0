import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDelete, useNotify, useRedirect, useTranslate } from 'ra-core';
import { PageAction } from '../../components/PageAction.tsx';
import { release, withhold } from '../../dataProvider/withheld.ts';
import type { Resource } from '../../resources/define.ts';
import { rowTitle } from '../list/rowPath.ts';

/** Removes the record with undo: the call is sent when the toast goes. */
export const RemoveButton = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const notify = useNotify();
  const redirect = useRedirect();
  const { name } = resource;
  const { id } = record;
  // Undone, done or refused: lists show the server's state.
  const settle = () => {
    release(name, id);
    void client.invalidateQueries({ queryKey: [name] });
  };
  // useDelete passes `onUndo` on, though its type does not say so.
  const options = { mutationMode: 'undoable', onUndo: settle, onSettled: settle } as const;
  const [remove] = useDelete(name, { id, previousData: record }, options);
  const start = () => {
    withhold(name, id);
    const messageArgs = { title: rowTitle(resource, record) };
    const onSuccess = () => {
      notify('lists.record.removed', { type: 'info', messageArgs: messageArgs, undoable: true });
      redirect('list', name);
    };
    void remove(undefined, undefined, { onSuccess });
  };
  return <PageAction icon={<DeleteOutlined />} label={translate('ra.action.delete')} color="error" onClick={start} />;
};
