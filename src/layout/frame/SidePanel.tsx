import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { useKeyScroll } from './useKeyScroll.ts';

interface Props {
  readonly side: 'left' | 'right';
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const SidePanel = ({ side, title, open, onClose, children }: Props) => {
  const translate = useTranslate();
  const id = useId();
  const scroll = useKeyScroll();
  return (
    <Drawer
      anchor={side}
      open={open}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': id } }}
    >
      <Box
        sx={theme => ({
          width: theme.frame.panel,
          maxWidth: '92vw',
          height: 1,
          display: 'flex',
          flexDirection: 'column',
        })}
      >
        <Box
          sx={theme => ({
            minHeight: theme.frame.header,
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            pl: 2,
            pr: 1,
            borderBottom: 1,
            borderColor: 'divider',
          })}
        >
          <Typography id={id} variant="h2">
            {title}
          </Typography>
          <IconButton onClick={onClose} aria-label={translate('frame.close')} title={translate('frame.close')}>
            <Close />
          </IconButton>
        </Box>
        <Box {...scroll} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2 }}>
          {children}
        </Box>
      </Box>
    </Drawer>
  );
};
