import Badge from '@mui/material/Badge';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import type { ReactNode } from 'react';

interface Props extends Pick<IconButtonProps, 'onClick' | 'aria-haspopup' | 'aria-expanded'> {
  readonly label: string;
  readonly icon: ReactNode;
  /** Drawn on the button where there is something to count. */
  readonly count?: number;
}

/** A button of the header. */
export const ToolButton = ({ label, icon, count = 0, ...rest }: Props) => (
  <IconButton aria-label={label} title={label} {...rest}>
    <Badge badgeContent={count} color="primary" max={99}>
      {icon}
    </Badge>
  </IconButton>
);
