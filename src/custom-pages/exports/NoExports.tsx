import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { useAccount } from '../../authProvider/account.ts';
import { PageMessage } from '../../components/PageMessage.tsx';
import { holdsOne } from '../../contract/access.ts';
import { routeTable } from '../../routes/table.ts';

/** Links to the lists, each of which has its own export. */
export const NoExports = ({ text }: { text: string }) => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const lists = routeTable.filter(({ resource, roles: asked }) => resource && holdsOne(roles, asked));
  return (
    <PageMessage
      icon={<FileDownloadOutlined />}
      title={translate('routes.exports')}
      actions={lists.map(({ path, title }) => (
        <Button key={path} variant="outlined" component={Link} to={path}>
          {translate(`routes.${title}`)}
        </Button>
      ))}
    >
      {translate(text)}
    </PageMessage>
  );
};
