import './frame/frame.css';
import Box from '@mui/material/Box';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAccount } from '../authProvider/account.ts';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { usePageTitle } from '../components/pageTitle.ts';
import { ThemeSwitch } from '../components/ThemeSwitch.tsx';
import { config } from '../config.ts';
import { useTitleParams } from '../dataProvider/useTitleParams.ts';
import { renderChunkFailure } from '../feedback/ChunkMissing.tsx';
import { ErrorCatcher } from '../feedback/ErrorFallback.tsx';
import { LazyBoundary } from '../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../feedback/lazyComponent.ts';
import { PageSkeleton } from '../feedback/PageSkeleton.tsx';
import { ReactAdminNotices } from '../feedback/ReactAdminNotices.tsx';
import type { RouteEntry } from '../routes/entry.ts';
import { matchRoute, pageKey } from '../routes/match.ts';
import { usePublicPath } from '../routes/usePublicPath.ts';
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

interface Analytics {
  readonly id: string;
  readonly url: string;
}

const refusesTracking = (): boolean =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);

/**
 * Reports the kind of page to web analytics with Matomo's tracking API: the route pattern, without ids. The report has
 * no cookie, visitor, referrer or query, so nothing identifies a person.
 */
export const countVisit = ({ id, url }: Analytics, { path, title }: Pick<RouteEntry, 'path' | 'title'>): void => {
  if (!id || !url || refusesTracking()) return;
  const visit = new URLSearchParams({
    idsite: id,
    rec: '1',
    action_name: title,
    url: window.location.origin + path,
    cookie: '0',
    send_image: '0',
    rand: String(Math.random()).slice(2),
  });
  // A failure of web analytics is ignored, because it does not concern the user.
  fetch(`${url}?${visit}`, {
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined);
};

/** Reports page views to web analytics. Renders nothing. */
const VisitCounter = ({ entry }: { entry: RouteEntry }) => {
  useEffect(() => countVisit(config.analytics, entry), [entry]);
  return null;
};

const Live = lazyComponent('Live', () => import('./live/Live.tsx'), 'live');
const HeaderTools = lazyComponent('HeaderTools', () => import('./frame/HeaderTools.tsx'), 'live');
const { quickActions, cart, quickPanel } = config.layout;

/** The frame around all pages after sign-in. */
export const Layout = ({ children }: { children?: ReactNode }) => {
  const translate = useTranslate();
  const path = usePublicPath();
  const sideMenu = useSideMenu();
  const wide = useIsWide();
  useRestoredFocus();
  const [drawer, setDrawer] = useState<'main' | 'top'>();
  const closeDrawer = useCallback(() => setDrawer(undefined), []);
  const openMainMenu = useCallback(() => setDrawer('main'), []);
  const openTopMenu = useCallback(() => setDrawer('top'), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menus
  useEffect(closeDrawer, [path]);
  const matched = matchRoute(path);
  const settled = usePageSettled();
  // A key press before the key listener has loaded starts loading the listener. The listener then handles this key
  // press.
  const [earlyKey, setEarlyKey] = useState<KeyboardEvent>();
  useEffect(() => {
    if (!settled) addEventListener('keydown', setEarlyKey);
    return () => removeEventListener('keydown', setEarlyKey);
  }, [settled]);
  const isVisitCounted = settled && config.analytics.id !== '';
  usePageTitle(translate(`routes.${matched?.entry.title ?? 'notFound'}`, useTitleParams(useAccount()?.Roles)));

  const page = (
    <ErrorCatcher key={pageKey(matched) || path}>
      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
    </ErrorCatcher>
  );
  const live = (settled || earlyKey) && (
    <LazyBoundary failed={renderChunkFailure}>
      <Live earlyKey={earlyKey} />
    </LazyBoundary>
  );
  const visitCounter = isVisitCounted && matched && <VisitCounter entry={matched.entry} />;
  if (config.layout.blank)
    return (
      <>
        <ReactAdminNotices />
        <Box component="main" id={contentId} sx={{ p: { xs: 1, md: 2 } }}>
          {page}
        </Box>
        {visitCounter}
        {live}
      </>
    );

  return (
    <>
      <SkipLink />
      <ReactAdminNotices />
      {wide && <Aside {...sideMenu} />}
      <MenuDrawer side="left" title={translate('shell.menu.main')} open={drawer === 'main'} onClose={closeDrawer}>
        <SideMenu onFollow={closeDrawer} />
      </MenuDrawer>
      <MenuDrawer side="right" title={translate('shell.menu.top')} open={drawer === 'top'} onClose={closeDrawer}>
        <Box sx={{ p: 1 }}>
          <TopMenu column onFollow={closeDrawer} />
          {(quickActions || cart || quickPanel) && (
            <LazyBoundary failed={renderChunkFailure}>
              <HeaderTools inMenu />
            </LazyBoundary>
          )}
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', px: 1.5, pt: 2 }}>
            {config.layout.languageSwitcher && <LanguageSwitch />}
            <ThemeSwitch />
          </Box>
        </Box>
      </MenuDrawer>
      <div className="frame-page" data-minimised={sideMenu.minimised || undefined}>
        <div className="frame-top">
          <Header onMainMenu={openMainMenu} onTopMenu={openTopMenu} />
          <SubHeader />
        </div>
        <main id={contentId} tabIndex={-1} className="frame-content">
          {page}
        </main>
      </div>
      {config.layout.scrollToTop && <ScrollToTop />}
      {visitCounter}
      {live}
    </>
  );
};
