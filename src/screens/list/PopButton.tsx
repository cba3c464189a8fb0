import { type ReactNode, useId, useState } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { ControlButton } from './ControlButton.tsx';

const Pop = lazyComponent('Pop', () => import('./Pop.tsx'));

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
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <>
      <ControlButton
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        aria-controls={anchor && id}
        onClick={event => {
          setOpened(true);
          setAnchor(event.currentTarget);
        }}
      >
        {count ? `${label}: ${count}` : label}
      </ControlButton>
      {opened && (
        <LazyBoundary waiting={null}>
          <Pop id={id} label={label} anchor={anchor} onClose={() => setAnchor(undefined)}>
            {children}
          </Pop>
        </LazyBoundary>
      )}
    </>
  );
};
