import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';

const keys = [
  ['↑ ↓', 'move'],
  ['Enter', 'open'],
  ['Ctrl Enter', 'tab'],
  ['Esc', 'close'],
] as const;

/** Keyboard hints, on devices with a keyboard. */
export const KeyHints = () => {
  const translate = useTranslate();
  return (
    <Box
      aria-hidden
      sx={{
        display: { xs: 'none', sm: 'flex' },
        gap: 2.5,
        px: 2.5,
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
        color: 'text.secondary',
        typography: 'caption',
      }}
    >
      {keys.map(([key, name]) => (
        <Box key={key} component="span">
          <Box component="kbd" sx={{ fontFamily: 'inherit', fontWeight: 'fontWeightMedium', color: 'text.primary' }}>
            {key}
          </Box>{' '}
          {translate(`search.keys.${name}`)}
        </Box>
      ))}
    </Box>
  );
};
