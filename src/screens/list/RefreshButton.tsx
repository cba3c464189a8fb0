import Refresh from '@mui/icons-material/Refresh';
import IconButton from '@mui/material/IconButton';
import { useListContext } from 'react-admin';
import { useListView } from './view.tsx';

export const RefreshButton = () => {
  const { i18n } = useListView();
  const { refetch, isFetching } = useListContext();
  const label = i18n.translate('lists.refresh');
  return (
    <IconButton aria-label={label} title={label} disabled={isFetching} onClick={() => refetch()}>
      <Refresh fontSize="small" />
    </IconButton>
  );
};
