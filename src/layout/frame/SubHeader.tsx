import MoreHoriz from '@mui/icons-material/MoreHoriz';
import IconButton from '@mui/material/IconButton';
import { memo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { generatePath, Link, useLocation } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { setPageActionsSlot } from '../../components/PageActions.tsx';
import { config } from '../../config.ts';
import { useTitleParams } from '../../dataProvider/useTitleParams.ts';
import { renderChunkFailure } from '../../feedback/ChunkMissing.tsx';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { type MatchedRoute, matchRoute } from '../../routes/match.ts';
import { usePublicPath } from '../../routes/usePublicPath.ts';

interface Crumb {
  readonly path: string;
  readonly title: string;
  readonly params: MatchedRoute['params'];
}

const prefixesOf = (path: string): readonly string[] => {
  const segments = path.split('/').filter(segment => segment !== '');
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}/`);
};

/**
 * Returns the breadcrumbs of a path: those of its prefixes that are pages with a breadcrumb. The root `/` shows the
 * dashboard and has no breadcrumbs.
 */
export const breadcrumbsOf = (path: string): readonly Crumb[] => {
  const current = matchRoute(path);
  const prefixes = current && path !== '/' ? prefixesOf(generatePath(current.entry.path, current.params)) : [];
  return prefixes.flatMap((prefix): readonly Crumb[] => {
    const matched = matchRoute(prefix);
    if (!matched) return [];
    const isCurrent = matched.entry === current?.entry;
    if (matched.entry.crumb === 'never' || (matched.entry.crumb === 'own' && !isCurrent)) return [];
    const list = matched.entry.listPath === undefined ? undefined : matchRoute(matched.entry.listPath);
    const listCrumbs = list ? [{ path: list.entry.path, title: list.entry.title, params: list.params }] : [];
    return [...listCrumbs, { path: prefix, title: matched.entry.title, params: matched.params }];
  });
};

const PageTools = lazyComponent('PageTools', () => import('./PageTools.tsx'));

/** Button at the end of the sub-header. It opens the menu of page tools, which is loaded on the first click. */
const PageToolsButton = () => {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [hasOpened, setHasOpened] = useState(false);
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
          setHasOpened(true);
          setAnchor(event.currentTarget);
        }}
      >
        <MoreHoriz fontSize="small" />
      </IconButton>
      {hasOpened && (
        <LazyBoundary failed={renderChunkFailure}>
          <PageTools anchor={anchor} onClose={() => setAnchor(null)} />
        </LazyBoundary>
      )}
    </>
  );
};

/**
 * Returns true if the address bar shows `/`, where the dashboard has no breadcrumbs. react-admin's router alone cannot
 * tell, because it has the path `/` for the dashboard's other address too.
 */
const useIsRoot = (): boolean => useLocation().pathname === '/' && window.location.pathname === '/';

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
        <div ref={setPageActionsSlot} className="frame-actions" />
        {config.layout.toolbar && <PageToolsButton />}
      </div>
    </div>
  );
});
SubHeader.displayName = 'SubHeader';
