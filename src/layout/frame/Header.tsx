import MenuIcon from '@mui/icons-material/Menu';
import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { LanguageSwitch } from '../../components/LanguageSwitch.tsx';
import { ThemeSwitch } from '../../components/ThemeSwitch.tsx';
import { config } from '../../config.ts';
import { showMissing } from '../../feedback/ChunkMissing.tsx';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { ProfileMenu } from '../profile/ProfileMenu.tsx';
import { SearchButton } from '../search/SearchButton.tsx';
import { Brand } from './Brand.tsx';
import { TopMenu } from './TopMenu.tsx';
import { useIsWide } from './useIsWide.ts';
import { usePageSettled } from './usePageSettled.ts';

const HeaderTools = lazyComponent('HeaderTools', () => import('./HeaderTools.tsx'));
const LiveTools = lazyComponent('LiveTools', () => import('../live/LiveTools.tsx'), 'live');
const { quickActions, cart, quickPanel } = config.layout;
const toolsOn = quickActions || cart || quickPanel;

interface Props {
  readonly onMainMenu: () => void;
  readonly onTopMenu: () => void;
}

/** Header. Below the `lg` breakpoint both menus are behind burger buttons. */
export const Header = memo(({ onMainMenu, onTopMenu }: Props) => {
  const translate = useTranslate();
  const settled = usePageSettled();
  const wide = useIsWide();
  return (
    <header className="frame-header">
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
      {settled && toolsOn && (
        <LazyBoundary failed={showMissing}>
          <HeaderTools />
        </LazyBoundary>
      )}
      {settled && (
        <LazyBoundary failed={showMissing}>
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
    </header>
  );
});
Header.displayName = 'Header';
