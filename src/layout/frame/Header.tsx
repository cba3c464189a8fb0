import MenuIcon from '@mui/icons-material/Menu';
import MoreVert from '@mui/icons-material/MoreVert';
import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import { memo, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { LanguageSwitch } from '../../components/LanguageSwitch.tsx';
import { ThemeSwitch } from '../../components/ThemeSwitch.tsx';
import { config } from '../../config.ts';
import { renderChunkFailure } from '../../feedback/ChunkMissing.tsx';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { ProfileMenu } from '../profile/ProfileMenu.tsx';
import { Brand } from './Brand.tsx';
import { TopMenu } from './TopMenu.tsx';
import { useIsWide } from './useIsWide.ts';
import { usePageSettled } from './usePageSettled.ts';

const loadSearchDialog = () => import('../search/SearchDialog.tsx');
const SearchDialog = lazyComponent('SearchDialog', loadSearchDialog, 'search');

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const useSearchShortcut = (onOpen: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onOpen();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onOpen]);
};

/**
 * Button that opens the search. On wide screens it looks like an input. Ctrl+K works even before the search has loaded.
 */
const SearchButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const isPageDrawn = usePageSettled(0);
  const wide = useIsWide('xl');
  const [hasOpened, setHasOpened] = useState(false);
  const [openSearch] = useState(() => () => {
    setHasOpened(true);
    setOpen(true);
  });
  useSearchShortcut(openSearch);
  const label = translate('lists.search');
  const buttonProps = {
    onClick: openSearch,
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': 'Control+K Meta+K',
  } as const;
  return (
    <>
      {isPageDrawn && wide && (
        <button
          {...buttonProps}
          type="button"
          className="search-button"
          onPointerEnter={() => void loadSearchDialog().catch(() => undefined)}
        >
          <Search fontSize="small" aria-hidden />
          {label}
          <kbd aria-hidden>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
      )}
      {isPageDrawn && !wide && (
        <IconButton {...buttonProps} aria-label={label} title={label} sx={{ mr: { xs: -1, lg: 0 } }}>
          <Search />
        </IconButton>
      )}
      {hasOpened && (
        <LazyBoundary failed={renderChunkFailure}>
          <SearchDialog open={open} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
};

const HeaderTools = lazyComponent('HeaderTools', () => import('./HeaderTools.tsx'), 'live');
const LiveTools = lazyComponent('LiveTools', () => import('../live/LiveTools.tsx'), 'live');
const { quickActions, cart, quickPanel } = config.layout;
const hasTools = quickActions || cart || quickPanel;

interface Props {
  readonly onMainMenu: () => void;
  readonly onTopMenu: () => void;
}

/** Header of all pages. Below the `lg` breakpoint, burger buttons open the side menu and the top menu. */
export const Header = memo(({ onMainMenu, onTopMenu }: Props) => {
  const translate = useTranslate();
  const settled = usePageSettled();
  const wide = useIsWide();
  return (
    <div className="frame-header">
      {wide ? (
        <div style={{ marginLeft: -12 }}>
          <TopMenu />
        </div>
      ) : (
        <div className="frame-header-start">
          <IconButton onClick={onMainMenu} aria-label={translate('shell.menu.openMain')}>
            <MenuIcon />
          </IconButton>
          <Brand />
        </div>
      )}
      <div className="frame-space" />
      {settled && hasTools && (
        <LazyBoundary failed={renderChunkFailure}>
          <HeaderTools />
        </LazyBoundary>
      )}
      {settled && (
        <LazyBoundary failed={renderChunkFailure}>
          <LiveTools />
        </LazyBoundary>
      )}
      {config.layout.search && <SearchButton />}
      {wide && (
        <div className="frame-header-group">
          {config.layout.languageSwitcher && <LanguageSwitch />}
          <ThemeSwitch />
        </div>
      )}
      <ProfileMenu />
      {!wide && (
        <IconButton onClick={onTopMenu} aria-label={translate('shell.menu.openTop')}>
          <MoreVert />
        </IconButton>
      )}
    </div>
  );
});
Header.displayName = 'Header';
