import LockOutlined from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/Notice.tsx';
import { hasAnyRole } from '../../contract/access.ts';
import type { RouteEntry } from '../../routes/entry.ts';
import { matchRoute } from '../../routes/match.ts';
import { fixedPaths } from '../../routes/publicPages.ts';

/**
 * Page shown to a user who may not open the requested page. It names the roles that may. It names the superuser only if
 * no other role may.
 */
export const NoPermission = ({ entry, ownRoles }: { entry: RouteEntry; ownRoles: readonly string[] }) => {
  const translate = useTranslate();
  const roleNames = (roles: readonly string[]) => roles.map(role => translate(`errors.roles.${role}`)).join(', ');
  // The title of the record is not shown, because the reader has no access. The section is shown, and the page if the
  // reader has access to the section.
  const section = matchRoute(entry.path.split(':')[0] ?? '')?.entry ?? entry;
  const pages = section !== entry && hasAnyRole(ownRoles, section.roles) ? [section, entry] : [section];
  const roles = entry.roles ?? [];
  const rolesToAsk = roles.length > 1 ? roles.filter(role => role !== 'SUPERUSER') : roles;
  return (
    <Notice
      area="page"
      icon={LockOutlined}
      title={translate('errors.noPermission.title')}
      action={
        <Button variant="contained" component={Link} to={fixedPaths.home}>
          {translate('errors.noPermission.back')}
        </Button>
      }
      text={
        <>
          <p>
            {translate('errors.noPermission.about', {
              page: pages.map(({ title }) => translate(`routes.${title}`)).join(': '),
              roles: roleNames(rolesToAsk),
              own: ownRoles.length > 0 ? roleNames(ownRoles) : translate('errors.noRole'),
            })}
          </p>
          <p>{translate('errors.noPermission.hint')}</p>
        </>
      }
    />
  );
};
