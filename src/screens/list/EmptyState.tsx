import InboxOutlined from '@mui/icons-material/InboxOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useListContext } from 'ra-core';
import { Notice } from '../../components/Notice.tsx';
import { nounFor } from './count.ts';
import { useFilters } from './filters.ts';
import { useListView } from './view.tsx';

/** Plural form used after "no". */
const many = 5;

export const EmptyState = () => {
  const { resource, i18n, empty } = useListView();
  const { refetch } = useListContext();
  return (
    empty ?? (
      <Notice
        place="body"
        icon={InboxOutlined}
        title={i18n.translate('lists.empty.title', { noun: nounFor(resource, many, i18n) })}
        text={i18n.translate('lists.empty.text')}
        action={<Button onClick={() => refetch()}>{i18n.translate('lists.refresh')}</Button>}
      />
    )
  );
};

export const NothingMatches = () => {
  const { resource, i18n } = useListView();
  const { reset } = useFilters();
  return (
    <Notice
      place="body"
      icon={SearchOff}
      title={i18n.translate('lists.nothing.title')}
      text={i18n.translate('lists.nothing.text', { noun: nounFor(resource, many, i18n) })}
      action={
        <Button variant="outlined" onClick={reset}>
          {i18n.translate('lists.filters.reset')}
        </Button>
      }
    />
  );
};
