import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import type { Note } from '../../../contract/shapes/accident.ts';
import { Wordless } from '../../../feedback/Wordless.tsx';
import { formatMoment } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { PanelLoaded, SkeletonRows } from '../Panel.tsx';
import { useNoteEdits } from '../queries.ts';
import { NoteEditor } from './NoteEditor.tsx';

/** Earlier texts of a note, newest first. */
const FormerTexts = ({ accidentId, note }: { accidentId: number; note: Note }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const edits = useNoteEdits(accidentId, note);
  return (
    <PanelLoaded query={edits} skeleton={<SkeletonRows count={1} />}>
      {list => (
        <Box component="ul" sx={{ m: 0, mt: 1, p: 0, pl: 1.5, borderInlineStart: 2, borderColor: 'divider' }}>
          {list.map(({ Id, Text, EditorName, EditedAt }) => (
            <Box component="li" key={Id} sx={{ listStyle: 'none', mb: 0.75 }}>
              <Typography variant="caption" color="text.secondary">
                {translate('accident.notes.before', {
                  when: formatMoment(new Date(EditedAt), locale),
                  name: EditorName,
                })}
              </Typography>
              <Typography
                variant="body2"
                color="text.secondary"
                sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 240, overflowY: 'auto' }}
              >
                {Text}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </PanelLoaded>
  );
};

interface Props {
  readonly accidentId: number;
  readonly note: Note;
  readonly writable: boolean;
  readonly busy: boolean;
  /** Error of the last refused change or deletion. */
  readonly error: unknown;
  readonly onChange: (text: string) => Promise<boolean>;
  readonly onDelete: () => void;
}

/** A note; its author and managers may edit and delete it. */
export const NoteItem = ({ accidentId, note, writable, busy, error, onChange, onDelete }: Props) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState(false);
  const [former, setFormer] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The text field is gone, so the focus returns to the edit button.
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  const when = formatMoment(new Date(note.CreatedAt), locale);
  const edited = note.UpdatedAt !== note.CreatedAt;
  const saved = async (text: string) => {
    const done = await onChange(text);
    if (done) setEditing(false);
    return done;
  };
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider', listStyle: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 32 }}>
        <Typography variant="caption" color="text.secondary" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          {note.AuthorName} · <time dateTime={note.CreatedAt}>{when}</time>
          {edited && ' · '}
          {edited && (
            <Link
              component="button"
              type="button"
              variant="caption"
              aria-expanded={former}
              onClick={() => setFormer(!former)}
            >
              {translate('accident.notes.edited', { when: formatMoment(new Date(note.UpdatedAt), locale) })}
            </Link>
          )}
        </Typography>
        {writable && !editing && (
          <>
            <Tooltip title={translate('accident.notes.edit')}>
              <IconButton
                ref={edit}
                size="small"
                onClick={() => setEditing(true)}
                aria-label={translate('accident.notes.edit')}
              >
                <EditOutlinedIcon fontSize="small" />
              </IconButton>
            </Tooltip>
            <Tooltip title={translate('accident.notes.delete')}>
              <IconButton size="small" onClick={() => setAsking(true)} aria-label={translate('accident.notes.delete')}>
                <DeleteOutlineIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          </>
        )}
      </Box>
      {editing ? (
        <NoteEditor
          label={translate('accident.notes.edit')}
          action={translate('accident.notes.save')}
          initial={note.Text}
          disabled={!writable}
          busy={busy}
          error={error}
          onSend={saved}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {note.Text}
        </Typography>
      )}
      {!editing && <Wordless error={error} />}
      {former && <FormerTexts accidentId={accidentId} note={note} />}
      <ConfirmDialog
        open={asking}
        title={translate('accident.notes.deleteTitle')}
        help={translate('accident.notes.deleteHelp')}
        action={translate('accident.notes.delete')}
        onClose={() => setAsking(false)}
        onConfirm={onDelete}
      />
    </Box>
  );
};
