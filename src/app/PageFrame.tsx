import Add from '@mui/icons-material/Add';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { accountQuery, useAccount } from '../authProvider/account.ts';
import { HiddenHeading } from '../components/HiddenHeading.tsx';
import { PageAction, PageActions } from '../components/PageActions.tsx';
import { hasAnyRole } from '../contract/access.ts';
import { lazyComponent } from '../feedback/LazyBoundary.tsx';
import { PageSkeleton } from '../feedback/PageSkeleton.tsx';
import type { RouteEntry } from '../routes/entry.ts';
import { matchRoute } from '../routes/match.ts';

const icons = { create: Add, imports: FileUploadOutlined } as const;

const CreateButtons = (paths: { readonly create: string; readonly imports?: string | undefined }) => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const links = (['imports', 'create'] as const).flatMap(kind => {
    const entry = matchRoute(paths[kind] ?? '')?.entry;
    return entry && hasAnyRole(roles, entry.roles) ? [{ kind, entry }] : [];
  });
  if (links.length === 0) return null;
  return (
    <PageActions>
      {links.map(({ kind, entry: { path, title } }) => {
        const Icon = icons[kind];
        const variant = kind === 'create' ? 'outlined' : 'text';
        return (
          <PageAction key={path} to={path} variant={variant} icon={<Icon />} label={translate(`routes.${title}`)} />
        );
      })}
    </PageActions>
  );
};

const AccountFailed = lazyComponent('AccountFailed', () => import('./AccountFailed.tsx'));
const NoPermission = lazyComponent('NoPermission', () => import('../custom-pages/not-found/NoPermission.tsx'));

/** Checks access and shows the loading state of every page. */
export const PageFrame = ({ entry, page: Page }: { entry: RouteEntry; page: ComponentType }) => {
  const translate = useTranslate();
  const { data: account, isError } = useQuery(accountQuery);
  if (isError && !account) return <AccountFailed />;
  if (entry.roles && !account) return <PageSkeleton />;
  if (account && !hasAnyRole(account.Roles, entry.roles))
    return <NoPermission entry={entry} ownRoles={account.Roles} />;
  return (
    <>
      {entry.resource && <HiddenHeading>{translate(`routes.${entry.title}`)}</HiddenHeading>}
      {entry.createPath && <CreateButtons create={entry.createPath} imports={entry.importPath} />}
      <Suspense fallback={<PageSkeleton />}>
        <Page />
      </Suspense>
    </>
  );
};
