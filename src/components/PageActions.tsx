import type { ButtonProps } from '@mui/material/Button';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { createStore } from '../store.ts';
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

const slotStore = createStore<HTMLElement | null>(null);

/** Sets the element of the sub-header into which pages render their actions. Used as its `ref`. */
export const setPageActionsSlot = (element: HTMLElement | null): void => slotStore.set(element);

/** Renders a page's actions at the right end of the sub-header. */
export const PageActions = ({ children }: { children: ReactNode }) => {
  const element = slotStore.use();
  return element ? createPortal(children, element) : null;
};
