import Box from '@mui/material/Box';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAccount } from '../authProvider/account.ts';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { usePageTitle } from '../components/pageTitle.ts';
import { ThemeSwitch } from '../components/ThemeSwitch.tsx';
import { config } from '../config.ts';
import { useTitleParams } from '../dataProvider/useTitleParams.ts';
import { showMissing } from '../feedback/ChunkMissing.tsx';
import { ErrorCatcher } from '../feedback/ErrorCatcher.tsx';
import { LazyBoundary } from '../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../feedback/lazyComponent.ts';
import { PageSkeleton } from '../feedback/PageSkeleton.tsx';
import { ReactAdminNotices } from '../feedback/ReactAdminNotices.tsx';
import { matchRoute, pageKey } from '../routes/match.ts';
import { usePublicPath } from '../routes/usePublicPath.ts';
import './frame/frame.css';
import { Aside } from './frame/Aside.tsx';
import { Header } from './frame/Header.tsx';
import { MenuDrawer } from './frame/MenuDrawer.tsx';
import { ScrollToTop } from './frame/ScrollToTop.tsx';
import { contentId, SkipLink } from './frame/SkipLink.tsx';
import { SubHeader } from './frame/SubHeader.tsx';
import { useSideMenu } from './frame/sideMenuState.ts';
import { TopMenu } from './frame/TopMenu.tsx';
import { useIsWide } from './frame/useIsWide.ts';
import { usePageSettled } from './frame/usePageSettled.ts';
import { useRestoredFocus } from './frame/useRestoredFocus.ts';
import { SideMenu } from './menu/SideMenu.tsx';
import { VisitCounter } from './VisitCounter.tsx';

const Live = lazyComponent('Live', () => import('./live/Live.tsx'), 'live');
const HeaderTools = lazyComponent('HeaderTools', () => import('./frame/HeaderTools.tsx'), 'live');
const { quickActions, cart, quickPanel } = config.layout;

/** The frame around all pages of the cabinet. */
export const Layout = ({ children }: { children?: ReactNode }) => {
  const translate = useTranslate();
  const path = usePublicPath();
  const aside = useSideMenu();
  const wide = useIsWide();
  useRestoredFocus();
  const [drawer, setDrawer] = useState<'main' | 'top'>();
  const close = useCallback(() => setDrawer(undefined), []);
  const openMain = useCallback(() => setDrawer('main'), []);
  const openTop = useCallback(() => setDrawer('top'), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menus
  useEffect(close, [path]);
  const here = matchRoute(path);
  const settled = usePageSettled();
  // A key that is pressed before the key listener has loaded starts loading the listener. The listener then receives
  // this key.
  const [key, setKey] = useState<KeyboardEvent>();
  useEffect(() => {
    if (!settled) addEventListener('keydown', setKey);
    return () => removeEventListener('keydown', setKey);
  }, [settled]);
  const counted = settled && config.analytics.id !== '';
  usePageTitle(translate(`routes.${here?.entry.title ?? 'notFound'}`, useTitleParams(useAccount()?.Roles)));

  const page = (
    <ErrorCatcher key={pageKey(here) || path}>
      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
    </ErrorCatcher>
  );
  const live = (settled || key) && (
    <LazyBoundary failed={showMissing}>
      <Live before={key} />
    </LazyBoundary>
  );
  const counter = counted && here && <VisitCounter entry={here.entry} />;
  if (config.layout.blank)
    return (
      <>
        <ReactAdminNotices />
        <Box component="main" id={contentId} sx={{ p: { xs: 1, md: 2 } }}>
          {page}
        </Box>
        {counter}
        {live}
      </>
    );

  return (
    <>
      <SkipLink />
      <ReactAdminNotices />
      {wide && <Aside {...aside} />}
      <MenuDrawer side="left" title={translate('shell.menu.main')} open={drawer === 'main'} onClose={close}>
        <SideMenu onFollow={close} />
      </MenuDrawer>
      <MenuDrawer side="right" title={translate('shell.menu.top')} open={drawer === 'top'} onClose={close}>
        <Box sx={{ p: 1 }}>
          <TopMenu column onFollow={close} />
          {(quickActions || cart || quickPanel) && (
            <LazyBoundary failed={showMissing}>
              <HeaderTools inMenu />
            </LazyBoundary>
          )}
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', px: 1.5, pt: 2 }}>
            {config.layout.languageSwitcher && <LanguageSwitch />}
            <ThemeSwitch />
          </Box>
        </Box>
      </MenuDrawer>
      <div className="frame-page" data-minimised={aside.minimised || undefined}>
        <div className="frame-top">
          <Header onMainMenu={openMain} onTopMenu={openTop} />
          <SubHeader />
        </div>
        <main id={contentId} tabIndex={-1} className="frame-content">
          {page}
        </main>
      </div>
      {config.layout.scrollToTop && <ScrollToTop />}
      {counter}
      {live}
    </>
  );
};
