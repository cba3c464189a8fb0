import InboxOutlined from '@mui/icons-material/InboxOutlined';
import Button from '@mui/material/Button';
import { LinkBase, useListContext, useLocation } from 'react-admin';
import { useAccount } from '../../authProvider/account.ts';
import { Notice } from '../../components/Notice.tsx';
import { holdsOne } from '../../contract/access.ts';
import { matchRoute } from '../../routes/match.ts';
import { nounFor } from './count.ts';
import { useFilters } from './filters.ts';
import { NothingFound } from './NothingFound.tsx';
import { useListView } from './view.tsx';

/** Plural form used after "no". */
const many = 5;

/** Returns the page that creates the first record, if the user may open it. */
const useCreatePage = () => {
  const roles = useAccount()?.Roles ?? [];
  const list = matchRoute(useLocation().pathname)?.entry;
  const page = list?.create && matchRoute(list.create)?.entry;
  return page && holdsOne(roles, page.roles) ? page : undefined;
};

export const EmptyState = () => {
  const { resource, i18n, empty } = useListView();
  const { refetch } = useListContext();
  const create = useCreatePage();
  return (
    empty ?? (
      <Notice
        place="body"
        icon={InboxOutlined}
        title={i18n.translate('lists.empty.title', { noun: nounFor(resource, many, i18n) })}
        text={i18n.translate('lists.empty.text')}
        action={
          <>
            {create && (
              <Button component={LinkBase} to={create.path} variant="contained">
                {i18n.translate(`routes.${create.title}`)}
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
  return <NothingFound noun={nounFor(resource, many, i18n)} onReset={reset} />;
};
