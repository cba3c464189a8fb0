import './parts.css';
import type SvgIcon from '@mui/material/SvgIcon';
import type { ComponentProps, ReactNode } from 'react';

/** A number in tabular digits. */
export const Figure = (props: ComponentProps<'span'>) => <span className="figure" {...props} />;

export const TimeFigure = (props: ComponentProps<'time'>) => <time className="figure" {...props} />;

/** An identifier in a font that distinguishes 0 from O. */
export const Code = (props: ComponentProps<'span'>) => <span className="code" {...props} />;

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
