import StickyNote2OutlinedIcon from '@mui/icons-material/StickyNote2Outlined';
import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useAccount } from '../../../authProvider/account.ts';
import { Notice } from '../../../components/Notice.tsx';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { useLease, useReportWriteFailure } from '../lock/LeaseContext.tsx';
import { NeedsLock } from '../lock/NeedsLock.tsx';
import { PanelLoaded, SkeletonRows } from '../Panel.tsx';
import { useAfterWrite, useNotes } from '../queries.ts';
import { useMayEdit } from '../useMayEdit.ts';
import { NoteEditor } from './NoteEditor.tsx';
import { NoteItem } from './NoteItem.tsx';
import { draft } from './note.ts';

/** Returns functions that add, edit and delete notes. Each resolves to true on success. */
const useNoteCalls = (accidentId: number) => {
  const provider = useProvider();
  const written = useAfterWrite(accidentId);
  const fate = { onSuccess: () => written.nested('notes'), onError: useReportWriteFailure() };
  const meta = { of: accidentId };
  const add = useMutation({
    mutationFn: (Text: string) => provider.create('accidents.notes', { data: { Text }, meta }),
    ...fate,
  });
  const change = useMutation({
    mutationFn: ({ id, Text }: { id: number; Text: string }) =>
      provider.update('accidents.notes', { id, data: { Text }, previousData: { id }, meta }),
    ...fate,
  });
  const remove = useMutation({
    mutationFn: (id: number) => provider.delete('accidents.notes', { id, meta }),
    ...fate,
  });
  return { add, change, remove };
};

const succeeded = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  );

/** Notes, newest first. */
export const NotesPanel = ({ accidentId }: { accidentId: number }) => {
  const translate = useTranslate();
  const { mine } = useLease();
  const account = useAccount()?.Id ?? 0;
  const may = useMayEdit();
  const notes = useNotes(accidentId);
  const { add, change, remove } = useNoteCalls(accidentId);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <NeedsLock>
        <Box sx={{ pt: 0.5 }}>
          <NoteEditor
            key={`${account} ${accidentId}`}
            label={translate('accident.notes.new')}
            action={translate('accident.notes.add')}
            initial={draft.read(account, accidentId)}
            disabled={!mine}
            busy={add.isPending}
            error={add.error}
            onChange={text => draft.write(account, accidentId, text)}
            onSend={text => succeeded(add.mutateAsync(text))}
          />
        </Box>
      </NeedsLock>
      <PanelLoaded query={notes} skeleton={<SkeletonRows count={3} height={56} />}>
        {list =>
          list.length === 0 ? (
            <Notice
              icon={StickyNote2OutlinedIcon}
              title={translate('accident.notes.empty')}
              text={translate('accident.notes.emptyHelp')}
            />
          ) : (
            <Box component="ul" sx={{ m: 0, p: 0 }}>
              {[...list].reverse().map(note => (
                <NoteItem
                  key={note.Id}
                  accidentId={accidentId}
                  note={note}
                  writable={mine && may(note.AuthorId)}
                  busy={change.isPending}
                  error={
                    (change.variables?.id === note.Id && change.error) || (remove.variables === note.Id && remove.error)
                  }
                  onChange={Text => succeeded(change.mutateAsync({ id: note.Id, Text }))}
                  onDelete={() => remove.mutate(note.Id)}
                />
              ))}
            </Box>
          )
        }
      </PanelLoaded>
    </Box>
  );
};
