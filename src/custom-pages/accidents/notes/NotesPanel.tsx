import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import StickyNote2OutlinedIcon from '@mui/icons-material/StickyNote2Outlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useUnsaved } from '../../../api/unsaved.ts';
import { useAccount } from '../../../authProvider/account.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { noteMaxLength } from '../../../contract/limits.ts';
import type { Note, RelatedAccident } from '../../../contract/shapes/accident.ts';
import { useProvider } from '../../../dataProvider/useProvider.ts';
import { UnreadableResponse } from '../../../feedback/UnreadableResponse.tsx';
import { formatMoment } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { isInvisible } from '../../../schema/kinds/plain.ts';
import { useLease, useReportWriteFailure, useTakeLease } from '../lock/LeaseContext.tsx';
import { isLeasedByOther } from '../lock/LockState.tsx';
import { PanelLoaded, SkeletonRows } from '../Panel.tsx';
import { useTypedPart } from '../processing/InterviewContext.tsx';
import { useAfterWrite, useDuplicates, useNoteEdits, useNotes } from '../queries.ts';
import { DuplicateHeading } from '../RelatedCases.tsx';
import { useMayEdit } from '../useMayEdit.ts';
import { CopyButton } from './CopyButton.tsx';
import { noteDraft } from './noteDraft.ts';

type NoteFault = 'required' | 'tooLong';

/** Returns the fault of a note's text, or undefined. A text of spaces counts as empty. */
export const noteFault = (text: string): NoteFault | undefined => {
  if (isInvisible(text)) return 'required';
  return text.length > noteMaxLength ? 'tooLong' : undefined;
};

/** Returns true if the text has used nine tenths of its maximum length. The field then shows a counter. */
export const isNearLimit = (text: string): boolean => text.length >= noteMaxLength * 0.9;

interface NoteEditorProps {
  readonly label: string;
  readonly action: string;
  readonly initialText: string;
  readonly disabled: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onChange?: (text: string) => void;
  /** Resolves to true if the text was accepted. Otherwise the text stays in the field. */
  readonly onSend: (text: string) => Promise<boolean>;
  readonly onCancel?: () => void;
}

/** Text field of a note. Ctrl+Enter sends the text. */
export const NoteEditor = ({
  label,
  action,
  initialText,
  disabled,
  busy,
  error,
  onChange,
  onSend,
  onCancel,
}: NoteEditorProps) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const [text, setText] = useState(initialText);
  const [touched, setTouched] = useState(false);
  // An edited note counts as unsaved if it differs from its stored text. A new note counts as unsaved if it is not
  // empty.
  useUnsaved(text !== (onCancel ? initialText : ''));
  const fault = noteFault(text);
  const changeText = (next: string) => {
    setText(next);
    onChange?.(next);
  };
  const submit = async (): Promise<boolean> => {
    setTouched(true);
    if (fault || busy || disabled) return false;
    if (!(await onSend(text))) return false;
    changeText('');
    setTouched(false);
    return true;
  };
  useTypedPart('note', onCancel || isInvisible(text) ? undefined : submit);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit();
  };
  const faultTexts = {
    required: translate('validation.required'),
    tooLong: translate('validation.tooLong', { max: noteMaxLength.toLocaleString(locale) }),
  };
  const counterText = isNearLimit(text)
    ? `${text.length.toLocaleString(locale)} / ${noteMaxLength.toLocaleString(locale)}`
    : '';
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <TextField
        label={label}
        value={text}
        onChange={event => {
          setTouched(true);
          changeText(event.target.value);
        }}
        onKeyDown={onKeyDown}
        // Text that was typed before another operator took over stays readable, so that it can be copied.
        disabled={disabled && text === ''}
        error={touched && fault !== undefined}
        helperText={
          [touched && fault ? faultTexts[fault] : '', counterText].filter(Boolean).join(' · ') ||
          translate('accident.notes.help')
        }
        multiline
        minRows={onCancel ? 3 : 1}
        maxRows={12}
        fullWidth
        required
        slotProps={{ formHelperText: { 'aria-live': 'polite' }, input: { readOnly: disabled } }}
      />
      <UnreadableResponse error={error} />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'end' }}>
        {disabled && text !== '' && <CopyButton getText={() => text} />}
        {onCancel && <Button onClick={onCancel}>{translate('accident.notes.cancel')}</Button>}
        <Button variant="contained" onClick={() => void submit()} disabled={disabled} loading={busy}>
          {action}
        </Button>
      </Box>
    </Box>
  );
};

const EarlierTexts = ({ accidentId, note }: { accidentId: number; note: Note }) => {
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

interface NoteButtonProps {
  readonly icon: typeof EditOutlinedIcon;
  readonly text: 'edit' | 'delete';
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick: () => void;
}

const NoteButton = ({ icon: Icon, text, ref, onClick }: NoteButtonProps) => {
  const title = useTranslate()(`accident.notes.${text}`);
  return (
    <Tooltip title={title}>
      <IconButton ref={ref} size="small" onClick={onClick} aria-label={title}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
};

interface Props {
  readonly accidentId: number;
  readonly note: Note;
  readonly writable?: boolean;
  readonly busy?: boolean;
  readonly error?: unknown;
  readonly onChange?: (text: string) => Promise<boolean>;
  readonly onDelete?: () => void;
}

const refuse = () => Promise.resolve(false);

/** A note; its author and managers may edit and delete it. */
const NoteItem = ({
  accidentId,
  note,
  writable = false,
  busy = false,
  error,
  onChange = refuse,
  onDelete = () => undefined,
}: Props) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const [editing, setEditing] = useState(false);
  const [confirmOpen, setConfirmOpen] = useState(false);
  const [showsEarlierTexts, setShowsEarlierTexts] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // After editing, the focus returns to the edit button, because the text field is gone.
  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  const createdText = formatMoment(new Date(note.CreatedAt), locale);
  const isEdited = note.UpdatedAt !== note.CreatedAt;
  const saveAndClose = async (text: string) => {
    const isSaved = await onChange(text);
    if (isSaved) setEditing(false);
    return isSaved;
  };
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider', listStyle: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 32 }}>
        <Typography variant="caption" color="text.secondary" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          {note.AuthorName} · <time dateTime={note.CreatedAt}>{createdText}</time>
          {isEdited && ' · '}
          {isEdited && (
            <Link
              component="button"
              type="button"
              variant="caption"
              aria-expanded={showsEarlierTexts}
              onClick={() => setShowsEarlierTexts(!showsEarlierTexts)}
            >
              {translate('accident.notes.edited', { when: formatMoment(new Date(note.UpdatedAt), locale) })}
            </Link>
          )}
        </Typography>
        {writable && !editing && (
          <>
            <NoteButton icon={EditOutlinedIcon} text="edit" ref={editButton} onClick={() => setEditing(true)} />
            <NoteButton icon={DeleteOutlineIcon} text="delete" onClick={() => setConfirmOpen(true)} />
          </>
        )}
      </Box>
      {editing ? (
        <NoteEditor
          label={translate('accident.notes.edit')}
          action={translate('accident.notes.save')}
          initialText={note.Text}
          disabled={!writable}
          busy={busy}
          error={error}
          onSend={saveAndClose}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {note.Text}
        </Typography>
      )}
      {!editing && <UnreadableResponse error={error} />}
      {showsEarlierTexts && <EarlierTexts accidentId={accidentId} note={note} />}
      <ConfirmDialog
        open={confirmOpen}
        title={translate('accident.notes.deleteTitle')}
        text={translate('accident.notes.deleteHelp')}
        confirmLabel={translate('accident.notes.delete')}
        onClose={() => setConfirmOpen(false)}
        onConfirm={onDelete}
      />
    </Box>
  );
};

const useNoteMutations = (accidentId: number) => {
  const provider = useProvider();
  const afterWrite = useAfterWrite(accidentId);
  const callbacks = { onSuccess: () => afterWrite.refetchNested('notes'), onError: useReportWriteFailure() };
  const meta = { ownerId: accidentId };
  const add = useMutation({
    mutationFn: (Text: string) => provider.create('accidents.notes', { data: { Text }, meta }),
    ...callbacks,
  });
  const change = useMutation({
    mutationFn: ({ id, Text }: { id: number; Text: string }) =>
      provider.update('accidents.notes', { id, data: { Text }, previousData: { id }, meta }),
    ...callbacks,
  });
  const remove = useMutation({
    mutationFn: (id: number) => provider.delete('accidents.notes', { id, meta }),
    ...callbacks,
  });
  return { add, change, remove };
};

const toSuccess = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  );

/** Notes of a duplicate, newest first. They are changed on its own page. */
const DuplicateNotes = ({ duplicate }: { duplicate: RelatedAccident }) => {
  const { data = [] } = useNotes(duplicate.Id);
  if (data.length === 0) return null;
  return (
    <Box>
      <DuplicateHeading duplicate={duplicate} />
      <Box component="ul" sx={{ m: 0, p: 0 }}>
        {[...data].reverse().map(note => (
          <NoteItem key={note.Id} accidentId={duplicate.Id} note={note} />
        ))}
      </Box>
    </Box>
  );
};

export const NotesPanel = ({ accidentId }: { accidentId: number }) => {
  const translate = useTranslate();
  const { hasLease, lease } = useLease();
  const takeLease = useTakeLease();
  const accountId = useAccount()?.Id ?? 0;
  const mayEdit = useMayEdit();
  const notes = useNotes(accidentId);
  const duplicates = useDuplicates(accidentId);
  const { add, change, remove } = useNoteMutations(accidentId);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ pt: 0.5 }}>
        <NoteEditor
          key={`${accountId} ${accidentId}`}
          label={translate('accident.notes.new')}
          action={translate('accident.notes.add')}
          initialText={noteDraft.read(accountId, accidentId)}
          disabled={isLeasedByOther(lease)}
          busy={add.isPending}
          error={add.error}
          onChange={text => noteDraft.write(accountId, accidentId, text)}
          onSend={async text => (await takeLease()) && toSuccess(add.mutateAsync(text))}
        />
      </Box>
      <PanelLoaded query={notes} skeleton={<SkeletonRows count={3} height={56} />}>
        {list =>
          list.length === 0 && duplicates.length === 0 ? (
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
                  writable={hasLease && mayEdit(note.AuthorId)}
                  busy={change.isPending}
                  error={
                    (change.variables?.id === note.Id && change.error) || (remove.variables === note.Id && remove.error)
                  }
                  onChange={Text => toSuccess(change.mutateAsync({ id: note.Id, Text }))}
                  onDelete={() => remove.mutate(note.Id)}
                />
              ))}
            </Box>
          )
        }
      </PanelLoaded>
      {duplicates.map(duplicate => (
        <DuplicateNotes key={duplicate.Id} duplicate={duplicate} />
      ))}
    </Box>
  );
};
