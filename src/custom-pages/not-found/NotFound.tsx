import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { Notice } from '../../components/Notice.tsx';
import { toPublic } from '../../routes/pathMap.ts';
import { fixedPaths } from '../../routes/publicPages.ts';

export const NotFound = () => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  // Shows the public address of the page, because the router may have redirected to an internal path of react-admin.
  const path = toPublic(pathname);
  return (
    <Notice
      area="page"
      icon={SearchOff}
      title={translate('errors.notFound.title')}
      action={
        <Button variant="contained" component={Link} to={fixedPaths.home}>
          {translate('errors.notFound.back')}
        </Button>
      }
      text={translate('errors.notFound.about', { path })}
    />
  );
};
