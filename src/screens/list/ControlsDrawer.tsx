import Tune from '@mui/icons-material/Tune';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { useListView } from './view.tsx';

const ControlsSheet = lazyComponent('ControlsSheet', () => import('./ControlsSheet.tsx'));

/** Opens all controls except the search, on narrow screens. */
export const ControlsDrawer = () => {
  const [open, setOpen] = useState<boolean>();
  const label = useListView().i18n.translate('lists.controls');
  return (
    <>
      <IconButton aria-label={label} aria-expanded={open ?? false} onClick={() => setOpen(true)}>
        <Tune />
      </IconButton>
      {open !== undefined && (
        <LazyBoundary waiting={null}>
          <ControlsSheet open={open} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
};
