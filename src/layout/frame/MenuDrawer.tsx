import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { Brand } from './Brand.tsx';
import { useIsWide } from './useIsWide.ts';

interface Props {
  readonly side: 'left' | 'right';
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Menu of narrow screens. It closes when the screen becomes wide enough for the side menu and the menu of the header.
 */
export const MenuDrawer = ({ side, title, open, onClose, children }: Props) => {
  const translate = useTranslate();
  const wide = useIsWide();
  useEffect(() => {
    if (wide && open) onClose();
  }, [wide, open, onClose]);
  return (
    <Drawer
      anchor={side}
      open={open && !wide}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': title } }}
    >
      <Box sx={theme => ({ width: theme.frame.asideWidth + theme.frame.asideMiniWidth / 2, maxWidth: '86vw' })}>
        <Box
          sx={theme => ({
            height: theme.frame.headerHeight,
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
