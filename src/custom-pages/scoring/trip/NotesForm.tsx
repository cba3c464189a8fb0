import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { tripNotesMaxLength } from '../../../contract/limits.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { Wordless } from '../../../feedback/Wordless.tsx';
import type { ScoringObject } from '../queries.ts';
import { useFormat } from '../useFormat.ts';
import { type Trip, useTripChanges } from './queries.ts';

/** A note about the trip. The comparison by notes groups trips by this text. */
export const NotesForm = ({ who, trip }: { who: ScoringObject; trip: Trip }) => {
  const { translate } = useFormat();
  const t = (key: string) => translate(`scoring.trip.${key}`);
  const { note } = useTripChanges(who, trip.Id);
  const [text, setText] = useState(trip.Notes);
  const save = (event: FormEvent) => {
    event.preventDefault();
    note.mutate(text.trim(), { onSuccess: () => showToast({ kind: 'success', heading: t('saved') }) });
  };
  return (
    <Paper component="section" aria-label={t('notes')} sx={{ p: 2 }}>
      <Box
        component="form"
        onSubmit={save}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start', maxWidth: 'md' }}
      >
        <TextField
          label={t('notes')}
          helperText={t('notesHelp')}
          value={text}
          onChange={event => setText(event.target.value)}
          size="small"
          multiline
          maxRows={6}
          sx={{ flex: '1 1 280px' }}
          slotProps={{ htmlInput: { maxLength: tripNotesMaxLength } }}
        />
        <Button
          type="submit"
          variant="outlined"
          disabled={note.isPending || text.trim() === trip.Notes}
          sx={{ mt: { sm: 3.25 } }}
        >
          {t('save')}
        </Button>
      </Box>
      <Wordless error={note.error} />
    </Paper>
  );
};
