import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useListContext } from 'react-admin';
import { countText } from './count.ts';
import { activeFilters, useFilters } from './filters.ts';
import { useListView } from './view.tsx';

interface Props {
  readonly side: 'right' | 'bottom';
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Sheet at an edge of the window with controls of the list. Each control takes effect at once, so the rows beside the
 * sheet stay in sight. The button at its end closes the sheet and names the number of rows that are left.
 */
export const ListSheet = ({ side, title, open, onClose, children }: Props) => {
  const { resource, i18n } = useListView();
  const { total } = useListContext();
  const { values, reset } = useFilters();
  const titleId = useId();
  return (
    <Drawer
      anchor={side}
      open={open}
      onClose={onClose}
      slotProps={{
        backdrop: { invisible: side === 'right' },
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx:
            side === 'right'
              ? { width: 'min(440px, 100vw)', borderLeft: 1, borderColor: 'divider' }
              : { maxHeight: '85dvh' },
        },
      }}
    >
      <Box
        sx={theme => ({
          flex: 'none',
          minHeight: theme.frame.headerHeight,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          pl: 2,
          pr: 1,
          borderBottom: 1,
          borderColor: 'divider',
        })}
      >
        <Typography id={titleId} variant="h2">
          {title}
        </Typography>
        <IconButton onClick={onClose} aria-label={i18n.translate('frame.close')} title={i18n.translate('frame.close')}>
          <Close />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2 }}>{children}</Box>
      <Box sx={{ flex: 'none', display: 'flex', gap: 1, p: 2, borderTop: 1, borderColor: 'divider' }}>
        <Button onClick={reset} disabled={!activeFilters(resource, values).length}>
          {i18n.translate('lists.filters.reset')}
        </Button>
        <Button variant="contained" onClick={onClose} sx={{ flexGrow: 1 }}>
          {total === undefined
            ? i18n.translate('lists.close')
            : i18n.translate('lists.apply', { count: countText(resource, total, i18n) })}
        </Button>
      </Box>
    </Drawer>
  );
};
