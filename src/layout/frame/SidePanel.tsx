import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useIsWide } from './useIsWide.ts';

/** Arrow keys scroll a panel by the specification's step, unless a control in the panel handles them. */
export const useKeyScroll = () => {
  const { frame } = useTheme();
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const by = event.key === 'ArrowDown' ? frame.keyScroll : event.key === 'ArrowUp' ? -frame.keyScroll : 0;
      const wanted = event.target instanceof Element && event.target.closest('input, select, textarea, [role=tab]');
      if (by === 0 || wanted || event.defaultPrevented) return;
      event.preventDefault();
      event.currentTarget.scrollTop += by;
    },
  };
};

interface Props {
  readonly side: 'left' | 'right';
  readonly title: string;
  readonly open: boolean;
  /** On wide screens the panel stands next to the page, and the page stays usable. */
  readonly beside?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Focuses the panel when it opens, and the previous element when it closes. */
const useBorrowedFocus = (panel: RefObject<HTMLElement | null>, active: boolean): void => {
  useEffect(() => {
    if (!active) return undefined;
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [panel, active]);
};

export const SidePanel = ({ side, title, open, beside = false, onClose, children }: Props) => {
  const translate = useTranslate();
  const id = useId();
  const scroll = useKeyScroll();
  const standing = useIsWide() && beside;
  const panel = useRef<HTMLDivElement>(null);
  useBorrowedFocus(panel, open && standing);
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
  return (
    <Drawer
      anchor={side}
      open={open}
      onClose={onClose}
      variant={standing ? 'persistent' : 'temporary'}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': id,
          ...(standing ? { ref: panel, tabIndex: -1, onKeyDown } : { 'aria-modal': true }),
        },
      }}
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
