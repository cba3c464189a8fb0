import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { useAccount } from '../authProvider/account.ts';
import { PageActions } from '../components/PageActions.tsx';
import { holdsOne } from '../contract/access.ts';
import { matchRoute } from '../routes/match.ts';

/** Leads from a list to the page where another one is made. */
export const CreateButton = ({ path }: { path: string }) => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const entry = matchRoute(path)?.entry;
  if (!entry || !holdsOne(roles, entry.roles)) return null;
  return (
    <PageActions>
      <Button component={Link} to={path} size="small" variant="outlined" startIcon={<Add />}>
        {translate(`routes.${entry.title}`)}
      </Button>
    </PageActions>
  );
};
