import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useAccount } from '../../authProvider/account.ts';
import { Notice } from '../../components/Notice.tsx';
import { holdsOne } from '../../contract/access.ts';
import { routeTable } from '../../routes/table.ts';

/** Shown without exports. It links to the main lists, because every list has its own export. */
export const NoExports = ({ text }: { text: string }) => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const lists = routeTable.filter(({ resource, tile, roles: asked }) => resource && tile && holdsOne(roles, asked));
  return (
    <Notice
      place="page"
      icon={FileDownloadOutlined}
      title={translate('routes.exports')}
      action={lists.map(({ path, title, tileTitle = title }) => (
        <Button key={path} variant="outlined" component={Link} to={path}>
          {translate(`routes.${tileTitle}`)}
        </Button>
      ))}
      text={translate(text)}
    />
  );
};
