import LockOutlined from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { PageMessage } from '../../components/PageMessage.tsx';
import type { RouteEntry } from '../../routes/entry.ts';
import { places } from '../../routes/places.ts';

/** Says which role the page needs, omitting those a superuser adds to every list. */
export const NoPermission = ({ entry, own }: { entry: RouteEntry; own: readonly string[] }) => {
  const translate = useTranslate();
  const named = (roles: readonly string[]) => roles.map(role => translate(`errors.roles.${role}`)).join(', ');
  const asked = (entry.roles ?? []).filter(role => role !== 'SUPERUSER');
  return (
    <PageMessage
      icon={<LockOutlined />}
      title={translate('errors.noPermission.title')}
      actions={
        <Button variant="contained" component={Link} to={places.home}>
          {translate('errors.noPermission.back')}
        </Button>
      }
    >
      <p>
        {translate('errors.noPermission.about', {
          page: translate(`routes.${entry.title}`),
          roles: named(asked),
          own: own.length > 0 ? named(own) : translate('errors.noRole'),
        })}
      </p>
      <p>{translate('errors.noPermission.hint')}</p>
    </PageMessage>
  );
};
