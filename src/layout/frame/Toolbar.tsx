import MoreHoriz from '@mui/icons-material/MoreHoriz';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { patient } from '../../routes/patient.ts';

const PageTools = lazy(patient(() => import('./PageTools.tsx').then(loaded => ({ default: loaded.PageTools }))));

/** One button at the end of the sub-header; what it opens is fetched when it is pressed. */
export const Toolbar = () => {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState(false);
  const label = translate('shell.tools');
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => {
          setAsked(true);
          setAnchor(event.currentTarget);
        }}
      >
        <MoreHoriz fontSize="small" />
      </IconButton>
      {asked && (
        <Suspense>
          <PageTools anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
};
