import type SvgIcon from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';
import './parts.css';

/** Text with a decorative icon. */
export const IconText = ({
  icon: Icon,
  color,
  children,
}: {
  icon: typeof SvgIcon;
  color?: string;
  children: ReactNode;
}) => (
  <span className="signed" title={typeof children === 'string' ? children : undefined}>
    <Icon fontSize="inherit" aria-hidden style={{ color: color ?? 'var(--mui-palette-text-secondary)' }} />
    <span>{children}</span>
  </span>
);
