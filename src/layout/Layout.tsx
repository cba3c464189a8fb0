import './frame/frame.css';
import Close from '@mui/icons-material/Close';
import KeyboardDoubleArrowLeft from '@mui/icons-material/KeyboardDoubleArrowLeft';
import PushPinOutlined from '@mui/icons-material/PushPinOutlined';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { memo, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useNotificationContext, useTakeUndoableMutation, useTranslate } from 'react-admin';
import { useAccount } from '../authProvider/account.ts';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { usePageTitle } from '../components/pageTitle.ts';
import { ThemeSwitch } from '../components/ThemeSwitch.tsx';
import { config } from '../config.ts';
import { useTitleParams } from '../dataProvider/useTitleParams.ts';
import { renderChunkFailure } from '../feedback/ChunkMissing.tsx';
import { useReachable } from '../feedback/connection.ts';
import { ErrorCatcher } from '../feedback/ErrorFallback.tsx';
import { LazyBoundary, lazyComponent } from '../feedback/LazyBoundary.tsx';
import { PageSkeleton } from '../feedback/PageSkeleton.tsx';
import { commitUndoableToasts, showToast } from '../feedback/toasts.ts';
import type { RouteEntry } from '../routes/entry.ts';
import { matchRoute, pageKey } from '../routes/match.ts';
import { usePublicPath } from '../routes/usePublicPath.ts';
import { Brand } from './frame/Brand.tsx';
import { Header } from './frame/Header.tsx';
import { ScrollToTop } from './frame/ScrollToTop.tsx';
import { contentId, SkipLink } from './frame/SkipLink.tsx';
import { SubHeader } from './frame/SubHeader.tsx';
import { useSideMenu } from './frame/sideMenuState.ts';
import { TopMenu } from './frame/TopMenu.tsx';
import { useIsWide } from './frame/useIsWide.ts';
import { usePageSettled } from './frame/usePageSettled.ts';
import { useRestoredFocus } from './frame/useRestoredFocus.ts';
import { SideMenu } from './menu/SideMenu.tsx';

interface Props {
  readonly side: 'left' | 'right';
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Menu of narrow screens. It closes when the screen becomes wide enough for the side menu and the menu of the header.
 */
export const MenuDrawer = ({ side, title, open, onClose, children }: Props) => {
  const translate = useTranslate();
  const wide = useIsWide();
  useEffect(() => {
    if (wide && open) onClose();
  }, [wide, open, onClose]);
  return (
    <Drawer
      anchor={side}
      open={open && !wide}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': title } }}
    >
      <Box sx={theme => ({ width: theme.frame.asideWidth + theme.frame.asideMiniWidth / 2, maxWidth: '86vw' })}>
        <Box
          sx={theme => ({
            height: theme.frame.headerHeight,
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            pl: 2.5,
            pr: 1,
          })}
        >
          <Brand />
          <IconButton onClick={onClose} aria-label={translate('shell.menu.close')}>
            <Close />
          </IconButton>
        </Box>
        {children}
      </Box>
    </Drawer>
  );
};

/**
 * Hides the button that expands the menu while the menu is minimised, because there is no space for it. With the
 * keyboard focus the button appears in place of the logo.
 */
const hiddenButtonStyle = {
  position: 'absolute',
  left: 17,
  borderRadius: 1,
  opacity: 0,
  pointerEvents: 'none',
  '&.Mui-focusVisible, &:focus-visible': { opacity: 1, bgcolor: 'background.paper' },
} as const;

/**
 * Side menu of wide screens. If it opens because the pointer is over it, it overlays the page, and the page does not
 * move.
 */
export const Aside = memo(({ minimised, open, hover, toggle }: ReturnType<typeof useSideMenu>) => {
  const translate = useTranslate();
  const label = translate(minimised ? 'shell.aside.expand' : 'shell.aside.minimise');
  return (
    <aside
      className="frame-aside"
      data-open={open || undefined}
      onMouseEnter={() => hover(true)}
      // The menu stays open while the keyboard focus or the pointer is in it. Leaving with one of them does not close
      // it for the other.
      onMouseLeave={({ currentTarget }) => currentTarget.querySelector(':focus-visible') || hover(false)}
      onFocus={() => hover(true)}
      onBlur={({ currentTarget }) => currentTarget.matches(':hover') || hover(false)}
    >
      <div className="frame-aside-head">
        <Brand mini={!open} />
        <IconButton
          size="small"
          onClick={toggle}
          aria-label={label}
          title={label}
          sx={open ? undefined : hiddenButtonStyle}
        >
          {minimised ? <PushPinOutlined fontSize="small" /> : <KeyboardDoubleArrowLeft fontSize="small" />}
        </IconButton>
      </div>
      <div className="frame-aside-menu">
        <SideMenu mini={!open} />
      </div>
    </aside>
  );
});
Aside.displayName = 'Aside';

/** Shows react-admin's own notifications in the same way as all other toasts. */
export const ReactAdminNotices = () => {
  const translate = useTranslate();
  const reachable = useReachable();
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();

  useEffect(() => {
    if (notifications.length === 0) return;
    const notice = takeNotification();
    if (!notice) return;
    const { message, type, notificationOptions } = notice;
    const mutation = (notificationOptions?.undoable && takeMutation()) || undefined;
    // A failure to reach the server gets no toast, because the banner for a lost connection already explains it.
    if (typeof message !== 'string' || (type === 'error' && !reachable)) return;
    const kind = type === 'error' || type === 'success' || type === 'warning' ? type : 'info';
    const heading = translate(message, { _: message, ...notificationOptions?.messageArgs });
    showToast({ kind, heading, undoable: mutation && (isUndone => mutation({ isUndo: isUndone })) });
  }, [notifications, takeNotification, takeMutation, translate, reachable]);

  useEffect(() => {
    addEventListener('pagehide', commitUndoableToasts);
    return () => removeEventListener('pagehide', commitUndoableToasts);
  }, []);

  return null;
};

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
  const titleParams = useTitleParams(useAccount()?.Roles);
  const title = translate(`routes.${matched?.entry.title ?? 'notFound'}`, titleParams);
  const content = matched?.entry.page;
  const isEditForm = typeof content === 'object' && 'form' in content && content.form === 'update';
  usePageTitle(isEditForm ? `${title}: ${titleParams.record}` : title);

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
        <header className="frame-top">
          <Header onMainMenu={openMainMenu} onTopMenu={openTopMenu} />
          <SubHeader />
        </header>
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
