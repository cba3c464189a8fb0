import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { accountQuery } from '../authProvider/account.ts';
import { HiddenHeading } from '../components/HiddenHeading.tsx';
import { holdsOne } from '../contract/access.ts';
import { lazyComponent } from '../feedback/lazyComponent.ts';
import { PageSkeleton } from '../feedback/PageSkeleton.tsx';
import type { RouteEntry } from '../routes/entry.ts';
import { CreateButtons } from './CreateButtons.tsx';

const AccountFailed = lazyComponent('AccountFailed', () => import('./AccountFailed.tsx'));
const NoPermission = lazyComponent('NoPermission', () => import('../custom-pages/not-found/NoPermission.tsx'));

/** Checks access and shows the loading state of every page. */
export const PageFrame = ({ entry, page: Page }: { entry: RouteEntry; page: ComponentType }) => {
  const translate = useTranslate();
  const { data: account, isError } = useQuery(accountQuery);
  if (isError && !account) return <AccountFailed />;
  if (entry.roles && !account) return <PageSkeleton />;
  if (account && !holdsOne(account.Roles, entry.roles)) return <NoPermission entry={entry} own={account.Roles} />;
  return (
    <>
      {entry.resource && <HiddenHeading>{translate(`routes.${entry.title}`)}</HiddenHeading>}
      {entry.create && <CreateButtons create={entry.create} imports={entry.imports} />}
      <Suspense fallback={<PageSkeleton />}>
        <Page />
      </Suspense>
    </>
  );
};
