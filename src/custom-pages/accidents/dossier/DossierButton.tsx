import FolderZipOutlinedIcon from '@mui/icons-material/FolderZipOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../../feedback/lazyComponent.ts';
import { useMayHaveDossier } from '../useMayEdit.ts';

const DossierDialog = lazyComponent('DossierDialog', () => import('./DossierDialog.tsx'), 'dossier');

/** Opens the dossiers of an accident. Only shown to accounts with access. */
export const DossierButton = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (!useMayHaveDossier(accident)) return null;
  return (
    <>
      <Button
        size="small"
        startIcon={<FolderZipOutlinedIcon />}
        onPointerEnter={() => void DossierDialog.fetch().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        {translate('accident.header.dossier')}
      </Button>
      {open && (
        <LazyBoundary waiting={null}>
          <DossierDialog accidentId={accident.Id} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
};
