import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useUnsaved } from '../../../api/unsaved.ts';
import { noteMaxLength } from '../../../contract/limits.ts';
import { Wordless } from '../../../feedback/Wordless.tsx';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { CopyButton } from './CopyButton.tsx';
import { countsDown, noteFault } from './note.ts';

interface Props {
  readonly label: string;
  readonly action: string;
  readonly initial: string;
  readonly disabled: boolean;
  readonly busy: boolean;
  /** Error of the last rejected text. */
  readonly error: unknown;
  readonly onChange?: (text: string) => void;
  /** Resolves to true if the text was accepted. Otherwise the text stays in the field. */
  readonly onSend: (text: string) => Promise<boolean>;
  readonly onCancel?: () => void;
}

/** Text field of a note. Ctrl+Enter sends the text. */
export const NoteEditor = ({ label, action, initial, disabled, busy, error, onChange, onSend, onCancel }: Props) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const [text, setText] = useState(initial);
  const [touched, setTouched] = useState(false);
  // An edited note starts with its stored text. The draft of a new note is stored only in this field.
  useUnsaved(text !== (onCancel ? initial : ''));
  const fault = noteFault(text);
  const change = (next: string) => {
    setText(next);
    onChange?.(next);
  };
  const send = async () => {
    setTouched(true);
    if (fault || busy || disabled) return;
    if (!(await onSend(text))) return;
    change('');
    setTouched(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  const faultTexts = {
    required: translate('validation.required'),
    tooLong: translate('validation.tooLong', { max: noteMaxLength.toLocaleString(locale) }),
  };
  const counter = countsDown(text)
    ? `${text.length.toLocaleString(locale)} / ${noteMaxLength.toLocaleString(locale)}`
    : '';
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <TextField
        label={label}
        value={text}
        onChange={event => {
          setTouched(true);
          change(event.target.value);
        }}
        onKeyDown={onKeyDown}
        // Text typed before a takeover stays readable, so that it can be copied.
        disabled={disabled && text === ''}
        error={touched && fault !== undefined}
        helperText={
          [touched && fault ? faultTexts[fault] : '', counter].filter(Boolean).join(' · ') ||
          translate('accident.notes.help')
        }
        multiline
        minRows={3}
        maxRows={12}
        fullWidth
        required
        slotProps={{ formHelperText: { 'aria-live': 'polite' }, input: { readOnly: disabled } }}
      />
      <Wordless error={error} />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'end' }}>
        {disabled && text !== '' && <CopyButton text={text} />}
        {onCancel && <Button onClick={onCancel}>{translate('accident.notes.cancel')}</Button>}
        <Button variant="contained" onClick={() => void send()} disabled={disabled} loading={busy}>
          {action}
        </Button>
      </Box>
    </Box>
  );
};
