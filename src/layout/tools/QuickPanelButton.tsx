import ViewSidebarOutlined from '@mui/icons-material/ViewSidebarOutlined';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { showMissing } from '../../feedback/ChunkMissing.tsx';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { ToolButton } from '../frame/ToolButton.tsx';

const QuickPanel = lazyComponent('QuickPanel', () => import('./QuickPanel.tsx'));

export const QuickPanelButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <ToolButton
        label={translate('frame.quick.open')}
        icon={<ViewSidebarOutlined fontSize="small" />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      />
      {asked && (
        <LazyBoundary failed={showMissing}>
          <QuickPanel open={open} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
};
