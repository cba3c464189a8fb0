import Add from '@mui/icons-material/Add';
import { useTranslate } from 'ra-core';
import { useAccount } from '../authProvider/account.ts';
import { PageAction } from '../components/PageAction.tsx';
import { PageActions } from '../components/PageActions.tsx';
import { holdsOne } from '../contract/access.ts';
import { matchRoute } from '../routes/match.ts';

/** Link from a list to its create page. */
export const CreateButton = ({ path }: { path: string }) => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const entry = matchRoute(path)?.entry;
  if (!entry || !holdsOne(roles, entry.roles)) return null;
  return (
    <PageActions>
      <PageAction to={path} variant="outlined" icon={<Add />} label={translate(`routes.${entry.title}`)} />
    </PageActions>
  );
};
