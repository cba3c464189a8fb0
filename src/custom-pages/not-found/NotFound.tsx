import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link, useLocation } from 'react-router';
import { PageMessage } from '../../components/PageMessage.tsx';
import { places } from '../../routes/places.ts';

export const NotFound = () => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  return (
    <PageMessage
      icon={<SearchOff />}
      title={translate('errors.notFound.title')}
      actions={
        <Button variant="contained" component={Link} to={places.home}>
          {translate('errors.notFound.back')}
        </Button>
      }
    >
      {translate('errors.notFound.about', { path: pathname })}
    </PageMessage>
  );
};
