import { type ReactNode, useId, useState } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { ControlButton } from './ControlButton.tsx';

const ListPopover = lazyComponent('ListPopover', () => import('./ListPopover.tsx'));

interface Props {
  label: string;
  icon: ReactNode;
  children: ReactNode;
}

export const PopoverButton = ({ label, icon, children }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [wasOpened, setWasOpened] = useState(false);
  const id = useId();
  return (
    <>
      <ControlButton
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        aria-controls={anchor && id}
        onClick={event => {
          setWasOpened(true);
          setAnchor(event.currentTarget);
        }}
      >
        {label}
      </ControlButton>
      {wasOpened && (
        <LazyBoundary waiting={null}>
          <ListPopover id={id} label={label} anchor={anchor} onClose={() => setAnchor(undefined)}>
            {children}
          </ListPopover>
        </LazyBoundary>
      )}
    </>
  );
};
