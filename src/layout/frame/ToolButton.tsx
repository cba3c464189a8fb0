import Badge from '@mui/material/Badge';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import type { ReactNode } from 'react';

interface Props extends Pick<IconButtonProps, 'onClick' | 'aria-haspopup' | 'aria-expanded'> {
  readonly label: string;
  readonly icon: ReactNode;
  /** Number on the button's badge. The badge is hidden at 0. */
  readonly count?: number;
}

export const ToolButton = ({ label, icon, count = 0, ...rest }: Props) => (
  <IconButton aria-label={label} title={label} {...rest}>
    <Badge badgeContent={count || null} color="primary" max={99}>
      {icon}
    </Badge>
  </IconButton>
);
