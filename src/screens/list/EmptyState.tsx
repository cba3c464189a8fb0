import InboxOutlined from '@mui/icons-material/InboxOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { LinkBase, useListContext, useLocation } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { Notice } from '../../components/Notice.tsx';
import { hasAnyRole } from '../../contract/access.ts';
import { matchRoute } from '../../routes/match.ts';
import { nounFor } from './count.ts';
import { useFilters } from './filters.ts';
import { NothingFound } from './NothingFound.tsx';
import { useListView } from './view.tsx';

/** Number that selects the plural form after "no". In Russian it is the form for 5: «нет аварий». */
const pluralCount = 5;

/** Returns the page with the create form of this list. Undefined if there is none or the user may not open it. */
const useCreatePage = () => {
  const roles = useAccount()?.Roles ?? [];
  const listRoute = matchRoute(useLocation().pathname)?.entry;
  const createRoute = listRoute?.createPath && matchRoute(listRoute.createPath)?.entry;
  return createRoute && hasAnyRole(roles, createRoute.roles) ? createRoute : undefined;
};

/** Tells that the list has no rows, and what would appear in it (`navigation.purpose`). */
export const EmptyState = () => {
  const { resource, i18n, emptyContent } = useListView();
  const { refetch } = useListContext();
  const createPage = useCreatePage();
  return (
    emptyContent ?? (
      <Notice
        area="body"
        icon={InboxOutlined}
        title={i18n.translate('lists.empty.title', { noun: nounFor(resource, pluralCount, i18n) })}
        text={i18n.translate(`resources.${resource.name}.about`, { _: i18n.translate('lists.empty.text') })}
        action={
          <>
            {createPage && (
              <Button component={LinkBase} to={createPage.path} variant="contained">
                {i18n.translate(`routes.${createPage.title}`)}
              </Button>
            )}
            <Button onClick={() => refetch()}>{i18n.translate('lists.refresh')}</Button>
          </>
        }
      />
    )
  );
};

export const NothingMatches = () => {
  const { resource, i18n } = useListView();
  const { reset } = useFilters();
  return <NothingFound noun={nounFor(resource, pluralCount, i18n)} onReset={reset} />;
};

/**
 * Tells the user that the query is too expensive for the server. There is no button to retry, because retrying would
 * not help.
 */
export const CostlyQueryNotice = ({ text }: { text: string }) => {
  const { i18n } = useListView();
  const { reset } = useFilters();
  return (
    <Notice
      area="body"
      role="alert"
      icon={SearchOff}
      title={i18n.translate('lists.failed.costly')}
      text={text}
      action={
        <Button variant="outlined" onClick={reset}>
          {i18n.translate('lists.filters.reset')}
        </Button>
      }
    />
  );
};
