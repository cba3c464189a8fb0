import SearchOffIcon from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/Notice.tsx';
import { accidentsPath } from '../../routes/listAddress.ts';

export const AccidentNotFound = ({ reason }: { reason: 'notFound' | 'unknownStatus' }) => {
  const translate = useTranslate();
  return (
    <Notice
      area="page"
      role="alert"
      icon={SearchOffIcon}
      title={translate(`accident.${reason}.title`)}
      text={translate(`accident.${reason}.help`)}
      action={
        <Button component={Link} to={accidentsPath('opened')} variant="contained">
          {translate('accident.notFound.action')}
        </Button>
      }
    />
  );
};
