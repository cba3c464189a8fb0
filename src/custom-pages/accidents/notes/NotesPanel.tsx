import StickyNote2OutlinedIcon from '@mui/icons-material/StickyNote2Outlined';
import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Empty } from '../Empty.tsx';
import { useLease } from '../lock/LeaseContext.tsx';
import { NeedsLock } from '../lock/NeedsLock.tsx';
import { useMay } from '../may.ts';
import { Loaded, Rows } from '../Panel.tsx';
import { useNotes } from '../queries.ts';
import { NoteEditor } from './NoteEditor.tsx';
import { NoteItem } from './NoteItem.tsx';
import { draft } from './note.ts';
import { useNoteCalls, worked } from './useNoteCalls.ts';

/** What was said and seen, newest first. */
export const NotesPanel = ({ accidentId }: { accidentId: number }) => {
  const translate = useTranslate();
  const { mine } = useLease();
  const may = useMay();
  const notes = useNotes(accidentId);
  const { add, change, remove } = useNoteCalls(accidentId);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <NeedsLock>
        <Box sx={{ pt: 0.5 }}>
          <NoteEditor
            key={accidentId}
            label={translate('accident.notes.new')}
            action={translate('accident.notes.add')}
            initial={draft.read(accidentId)}
            disabled={!mine}
            busy={add.isPending}
            onChange={text => draft.write(accidentId, text)}
            onSend={text => worked(add.mutateAsync(text))}
          />
        </Box>
      </NeedsLock>
      <Loaded query={notes} skeleton={<Rows count={3} height={56} />}>
        {list =>
          list.length === 0 ? (
            <Empty
              Icon={StickyNote2OutlinedIcon}
              title={translate('accident.notes.empty')}
              help={translate('accident.notes.emptyHelp')}
            />
          ) : (
            <Box component="ul" sx={{ m: 0, p: 0 }}>
              {[...list].reverse().map(note => (
                <NoteItem
                  key={note.Id}
                  note={note}
                  writable={mine && may(note.AuthorId)}
                  busy={change.isPending}
                  onChange={Text => worked(change.mutateAsync({ noteId: note.Id, Text }))}
                  onDelete={() => remove.mutate(note.Id)}
                />
              ))}
            </Box>
          )
        }
      </Loaded>
    </Box>
  );
};
