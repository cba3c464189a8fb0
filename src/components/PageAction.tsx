import Button, { type ButtonProps } from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useIsPhone } from './useIsPhone.ts';

interface Props extends Pick<ButtonProps, 'color' | 'variant' | 'onClick'> {
  readonly icon: ReactNode;
  readonly label: string;
  /** Address that the action links to. Absent: the action is a button. */
  readonly to?: string;
}

/** An action of a page. On a phone only its icon is shown, to leave space for the breadcrumbs. */
export const PageAction = ({ icon, label, to, color, variant = 'text', onClick }: Props) => {
  const isPhone = useIsPhone();
  const targetProps = to === undefined ? { onClick } : { component: Link, to };
  if (isPhone)
    return (
      <IconButton aria-label={label} title={label} color={color ?? 'primary'} {...targetProps}>
        {icon}
      </IconButton>
    );
  return (
    <Button size="small" startIcon={icon} variant={variant} color={color} {...targetProps}>
      {label}
    </Button>
  );
};
