import InboxOutlined from '@mui/icons-material/InboxOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useListContext } from 'ra-core';
import { Notice } from '../../components/Notice.tsx';
import { nounFor } from './count.ts';
import { useFilters } from './filters.ts';
import { useListView } from './view.tsx';

/** The form of a noun behind "no": that of many. */
const many = 5;

export const EmptyState = () => {
  const { resource, words } = useListView();
  const { refetch } = useListContext();
  return (
    <Notice
      place="body"
      icon={InboxOutlined}
      title={words.translate('lists.empty.title', { noun: nounFor(resource, many, words) })}
      text={words.translate('lists.empty.text')}
      action={<Button onClick={() => refetch()}>{words.translate('lists.refresh')}</Button>}
    />
  );
};

export const NothingMatches = () => {
  const { resource, words } = useListView();
  const { reset } = useFilters();
  return (
    <Notice
      place="body"
      icon={SearchOff}
      title={words.translate('lists.nothing.title')}
      text={words.translate('lists.nothing.text', { noun: nounFor(resource, many, words) })}
      action={
        <Button variant="outlined" onClick={reset}>
          {words.translate('lists.filters.reset')}
        </Button>
      }
    />
  );
};
