import Box from '@mui/material/Box';
import Popover from '@mui/material/Popover';
import { type ReactNode, useId, useState } from 'react';
import { ControlButton } from './ControlButton.tsx';

interface Props {
  label: string;
  icon: ReactNode;
  /** Number of active items, shown in the label. */
  count?: number;
  children: ReactNode;
}

/** Button with a popover. */
export const PopButton = ({ label, icon, count = 0, children }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const id = useId();
  return (
    <>
      <ControlButton
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        aria-controls={anchor && id}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {count ? `${label}: ${count}` : label}
      </ControlButton>
      <Popover
        id={id}
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={() => setAnchor(undefined)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { mt: 0.5 } } }}
      >
        <Box sx={{ p: 2, minWidth: theme => theme.spacing(36), maxWidth: theme => theme.spacing(56) }}>{children}</Box>
      </Popover>
    </>
  );
};
