import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import { useTheme } from '@mui/material/styles';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { SheetHead } from '../../components/SheetHead.tsx';
import { useIsWide } from './useIsWide.ts';

/**
 * Handles arrow keys in a side panel. They scroll it by the specification's distance, unless a control in the panel
 * uses them.
 */
export const useKeyScroll = () => {
  const { frame } = useTheme();
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const deltaPx = event.key === 'ArrowDown' ? frame.keyScrollPx : event.key === 'ArrowUp' ? -frame.keyScrollPx : 0;
      const isInControl =
        event.target instanceof Element && event.target.closest('input, select, textarea, [role=tab]');
      if (deltaPx === 0 || isInControl || event.defaultPrevented) return;
      event.preventDefault();
      event.currentTarget.scrollTop += deltaPx;
    },
  };
};

interface Props {
  readonly side: 'left' | 'right';
  readonly title: string;
  readonly open: boolean;
  /** True: on wide screens the panel stands next to the page, and the page stays usable. */
  readonly isDockable?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const useFocusWhileOpen = (panel: RefObject<HTMLElement | null>, active: boolean): void => {
  useEffect(() => {
    if (!active) return undefined;
    const previous = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (previous instanceof HTMLElement) previous.focus({ preventScroll: true });
    };
  }, [panel, active]);
};

export const SidePanel = ({ side, title, open, isDockable = false, onClose, children }: Props) => {
  const titleId = useId();
  const scrollProps = useKeyScroll();
  const isDocked = useIsWide() && isDockable;
  const panel = useRef<HTMLDivElement>(null);
  useFocusWhileOpen(panel, open && isDocked);
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
  return (
    <Drawer
      anchor={side}
      open={open}
      onClose={onClose}
      variant={isDocked ? 'persistent' : 'temporary'}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          ...(isDocked ? { ref: panel, tabIndex: -1, onKeyDown } : { 'aria-modal': true }),
        },
      }}
    >
      <Box
        sx={theme => ({
          width: theme.frame.panelWidth,
          maxWidth: '92vw',
          height: 1,
          display: 'flex',
          flexDirection: 'column',
        })}
      >
        <SheetHead titleId={titleId} title={title} onClose={onClose} />
        <Box {...scrollProps} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2 }}>
          {children}
        </Box>
      </Box>
    </Drawer>
  );
};
