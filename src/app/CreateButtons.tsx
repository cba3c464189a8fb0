import Add from '@mui/icons-material/Add';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import { useTranslate } from 'react-admin';
import { useAccount } from '../authProvider/account.ts';
import { PageAction } from '../components/PageAction.tsx';
import { PageActions } from '../components/PageActions.tsx';
import { holdsOne } from '../contract/access.ts';
import { matchRoute } from '../routes/match.ts';

const icons = { create: Add, imports: FileUploadOutlined } as const;

/** Links from a list to the pages where records are added to it. */
export const CreateButtons = (paths: { readonly create: string; readonly imports?: string | undefined }) => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const links = (['imports', 'create'] as const).flatMap(way => {
    const entry = matchRoute(paths[way] ?? '')?.entry;
    return entry && holdsOne(roles, entry.roles) ? [{ way, entry }] : [];
  });
  if (links.length === 0) return null;
  return (
    <PageActions>
      {links.map(({ way, entry: { path, title } }) => {
        const Icon = icons[way];
        const variant = way === 'create' ? 'outlined' : 'text';
        return (
          <PageAction key={path} to={path} variant={variant} icon={<Icon />} label={translate(`routes.${title}`)} />
        );
      })}
    </PageActions>
  );
};
