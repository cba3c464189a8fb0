import Popover from '@mui/material/Popover';
import type { ReactNode } from 'react';
import './popover.css';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly anchor: HTMLElement | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Popover of a list's button. It is loaded when a button is first pressed. */
export const ListPopover = ({ id, label, anchor, onClose, children }: Props) => (
  <Popover
    id={id}
    open={anchor !== undefined}
    anchorEl={anchor}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    slotProps={{ paper: { role: 'dialog', 'aria-label': label, className: 'list-popover' } }}
  >
    {children}
  </Popover>
);
