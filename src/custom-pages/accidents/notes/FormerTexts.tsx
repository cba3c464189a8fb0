import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { Note } from '../../../contract/shapes/accident.ts';
import { formatMoment } from '../../../fields/format.ts';
import { PanelLoaded, SkeletonRows } from '../Panel.tsx';
import { useNoteEdits } from '../queries.ts';
import { useLanguage } from '../useLanguage.ts';

/** Earlier texts of a note, newest first. */
export const FormerTexts = ({ accidentId, note }: { accidentId: number; note: Note }) => {
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
