import ViewSidebarOutlined from '@mui/icons-material/ViewSidebarOutlined';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { PartMissing } from '../../feedback/PartMissing.tsx';
import { part } from '../../feedback/part.ts';
import { ToolButton } from '../frame/ToolButton.tsx';

const QuickPanel = part('QuickPanel', () => import('./QuickPanel.tsx'));

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
        <LazyBoundary failed={<PartMissing />}>
          <QuickPanel open={open} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
};
