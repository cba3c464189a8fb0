import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/Notice.tsx';
import { routeTable } from '../../routes/table.ts';

const accidentLists = routeTable.filter(({ path, resource }) => resource && path.startsWith('/cabinet/accidents/'));

/** Shown if the address names a list of accidents that does not exist. */
export const UnknownStatus = () => {
  const translate = useTranslate();
  return (
    <Notice
      area="page"
      icon={HelpOutline}
      title={translate('routes.accidentsUnknown')}
      action={accidentLists.map(({ path, title }) => (
        <Button key={path} variant="outlined" component={Link} to={path}>
          {translate(`routes.${title}`)}
        </Button>
      ))}
      text={translate('shell.unknownStatus.about')}
    />
  );
};
