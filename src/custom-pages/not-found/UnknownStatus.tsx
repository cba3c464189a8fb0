import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { PageMessage } from '../../components/PageMessage.tsx';
import { routeTable } from '../../routes/table.ts';

const lists = routeTable.filter(({ path, resource }) => resource && path.startsWith('/cabinet/accidents/'));

/** An unknown accident list. */
export const UnknownStatus = () => {
  const translate = useTranslate();
  return (
    <PageMessage
      icon={<HelpOutline />}
      title={translate('routes.accidentsUnknown')}
      actions={lists.map(({ path, title }) => (
        <Button key={path} variant="outlined" component={Link} to={path}>
          {translate(`routes.${title}`)}
        </Button>
      ))}
    >
      {translate('shell.unknownStatus.about')}
    </PageMessage>
  );
};
