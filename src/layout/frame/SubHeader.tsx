import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { pageActionsSlot } from '../../components/PageActions.tsx';
import { config } from '../../config.ts';
import { useTitleParams } from '../../dataProvider/useTitleParams.ts';
import { breadcrumbsOf } from '../../routes/breadcrumbs.ts';
import { usePublicPath } from '../../routes/useHere.ts';
import { PageToolsButton } from './PageToolsButton.tsx';

/**
 * Returns true for the first of the dashboard's two addresses, which has no breadcrumb. react-admin's router shows `/`
 * for both.
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
