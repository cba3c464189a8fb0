import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { showMissing } from '../../feedback/ChunkMissing.tsx';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { useIsWide } from '../frame/useIsWide.ts';
import { usePageSettled } from '../frame/usePageSettled.ts';

const load = () => import('./SearchDialog.tsx');
const SearchDialog = lazyComponent('SearchDialog', load, 'search');

const mac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens the search on Ctrl+K in any keyboard layout. */
const useShortcut = (open: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
};

/** Opens the search. On wide screens it looks like a field. The shortcut works before the search is loaded. */
export const SearchButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const drawn = usePageSettled(0);
  const wide = useIsWide('xl');
  const [wanted, setWanted] = useState(false);
  const [show] = useState(() => () => {
    setWanted(true);
    setOpen(true);
  });
  useShortcut(show);
  const label = translate('lists.search');
  const rest = { onClick: show, 'aria-haspopup': 'dialog', 'aria-keyshortcuts': 'Control+K Meta+K' } as const;
  return (
    <>
      {drawn && wide && (
        <button
          {...rest}
          type="button"
          className="search-button"
          onPointerEnter={() => void load().catch(() => undefined)}
        >
          <Search fontSize="small" aria-hidden />
          {label}
          <kbd aria-hidden>{mac ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
      )}
      {drawn && !wide && (
        <IconButton {...rest} aria-label={label} title={label} sx={{ mr: { xs: -1, lg: 0 } }}>
          <Search />
        </IconButton>
      )}
      {wanted && (
        <LazyBoundary failed={showMissing}>
          <SearchDialog open={open} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
};
