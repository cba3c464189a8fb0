import MoreHoriz from '@mui/icons-material/MoreHoriz';
import IconButton from '@mui/material/IconButton';
import { memo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { generatePath, Link, useLocation } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { pageActionsSlot } from '../../components/PageActions.tsx';
import { config } from '../../config.ts';
import { useTitleParams } from '../../dataProvider/useTitleParams.ts';
import { showMissing } from '../../feedback/ChunkMissing.tsx';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { type Matched, matchRoute } from '../../routes/match.ts';
import { usePublicPath } from '../../routes/usePublicPath.ts';

interface Crumb {
  readonly path: string;
  readonly title: string;
  readonly params: Matched['params'];
}

const beginnings = (path: string): readonly string[] => {
  const parts = path.split('/').filter(part => part !== '');
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}/`);
};

/**
 * Returns the breadcrumbs of a path: its prefixes that are pages with a crumb. The root is the dashboard and has none.
 */
export const breadcrumbsOf = (path: string): readonly Crumb[] => {
  const here = matchRoute(path);
  const trail = here && path !== '/' ? beginnings(generatePath(here.entry.path, here.params)) : [];
  return trail.flatMap((beginning): readonly Crumb[] => {
    const at = matchRoute(beginning);
    if (!at) return [];
    const isHere = at.entry === here?.entry;
    if (at.entry.crumb === 'never' || (at.entry.crumb === 'own' && !isHere)) return [];
    const list = at.entry.within === undefined ? undefined : matchRoute(at.entry.within);
    const before = list ? [{ path: list.entry.path, title: list.entry.title, params: list.params }] : [];
    return [...before, { path: beginning, title: at.entry.title, params: at.params }];
  });
};

const PageTools = lazyComponent('PageTools', () => import('./PageTools.tsx'));

/** Button at the end of the sub-header. It opens a menu of page tools, which is loaded on the first click. */
const PageToolsButton = () => {
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
        <LazyBoundary failed={showMissing}>
          <PageTools anchor={anchor} onClose={() => setAnchor(null)} />
        </LazyBoundary>
      )}
    </>
  );
};

/**
 * Returns true if the address bar shows `/`, the dashboard's address without breadcrumbs. react-admin's router alone
 * cannot tell, because it shows `/` for both addresses of the dashboard.
 */
const useIsRoot = (): boolean => useLocation().pathname === '/' && window.location.pathname === '/';

/** Breadcrumbs on the left, page actions on the right. */
export const SubHeader = memo(() => {
  const translate = useTranslate();
  const titleParams = useTitleParams(useAccount()?.Roles);
  const path = usePublicPath();
  const crumbs = useIsRoot() ? [] : breadcrumbsOf(path);
  return (
    <div className="frame-subheader">
      <nav aria-label={translate('shell.breadcrumbs')} className="crumbs">
        <ol>
          {crumbs.map(({ path, title, params }, index) => {
            const text = translate(`routes.${title}`, { ...params, ...titleParams });
            return (
              <li key={path}>
                {index === crumbs.length - 1 ? <span aria-current="page">{text}</span> : <Link to={path}>{text}</Link>}
              </li>
            );
          })}
        </ol>
      </nav>
      <div className="frame-actions">
        <div ref={pageActionsSlot} className="frame-actions" />
        {config.layout.toolbar && <PageToolsButton />}
      </div>
    </div>
  );
});
SubHeader.displayName = 'SubHeader';
