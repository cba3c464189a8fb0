import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';

const hints = [
  { keys: ['←', '→'], text: 'step' },
  { keys: ['Shift'], text: 'ten' },
  { keys: ['I', 'Home'], text: 'impact' },
  { keys: ['␣'], text: 'play' },
] as const;

/** The keys of the player. Left out on small screens, which have no keyboard. */
export const KeysHint = () => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: { xs: 'none', md: 'flex' }, flexWrap: 'wrap', columnGap: 2, color: 'text.secondary' }}>
      {hints.map(({ keys, text }) => (
        <Typography key={text} variant="caption" sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'center' }}>
          {keys.map(key => (
            <Box
              key={key}
              component="kbd"
              sx={{ px: 0.5, border: 1, borderColor: 'divider', borderRadius: 0.5, fontFamily: 'inherit' }}
            >
              {key}
            </Box>
          ))}
          {translate(`accident.clock.keys.${text}`)}
        </Typography>
      ))}
    </Box>
  );
};
