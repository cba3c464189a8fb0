import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Brand } from './Brand.tsx';

interface Props {
  readonly side: 'left' | 'right';
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu on a narrow screen. */
export const MenuDrawer = ({ side, open, onClose, children }: Props) => {
  const translate = useTranslate();
  return (
    <Drawer anchor={side} open={open} onClose={onClose} sx={{ display: { lg: 'none' } }}>
      <Box sx={theme => ({ width: theme.frame.aside + theme.frame.asideMini / 2, maxWidth: '86vw' })}>
        <Box
          sx={theme => ({
            height: theme.frame.header,
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            pl: 2.5,
            pr: 1,
          })}
        >
          <Brand />
          <IconButton onClick={onClose} aria-label={translate('shell.menu.close')}>
            <Close />
          </IconButton>
        </Box>
        {children}
      </Box>
    </Drawer>
  );
};
