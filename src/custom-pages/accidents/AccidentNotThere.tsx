import SearchOffIcon from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/Notice.tsx';
import { accidentsPath } from '../../routes/listAddress.ts';

/** Shown for an unknown accident, with links to go on. */
export const AccidentNotThere = ({ what }: { what: 'notFound' | 'unknownStatus' }) => {
  const translate = useTranslate();
  return (
    <Notice
      place="page"
      role="alert"
      icon={SearchOffIcon}
      title={translate(`accident.${what}.title`)}
      text={translate(`accident.${what}.help`)}
      action={
        <Button component={Link} to={accidentsPath('opened')} variant="contained">
          {translate('accident.notFound.action')}
        </Button>
      }
    />
  );
};
