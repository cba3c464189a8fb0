import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { HiddenHeading } from '../../components/HiddenHeading.tsx';
import { SearchPanel } from './SearchPanel.tsx';

const keyHints = [
  ['↑ ↓', 'move'],
  ['Enter', 'open'],
  ['Ctrl Enter', 'tab'],
  ['Esc', 'close'],
] as const;

const KeyHints = () => {
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
      {keyHints.map(([key, name]) => (
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

/** The global search. Each opening starts with an empty field. */
export const SearchDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const translate = useTranslate();
  const titleId = useId();
  const theme = useTheme();
  const isNarrow = useMediaQuery(theme.breakpoints.down('sm'));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullScreen={isNarrow}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      slotProps={{
        container: { sx: { alignItems: 'flex-start' } },
        paper: { sx: { mt: { xs: 0, sm: '10vh' }, maxHeight: { sm: '72vh' } } },
      }}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}>
        <HiddenHeading as="h2" id={titleId}>
          {translate('search.title')}
        </HiddenHeading>
        <SearchPanel onClose={onClose} />
        <KeyHints />
      </Box>
    </Dialog>
  );
};
