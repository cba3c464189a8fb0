import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { ColumnList } from './ColumnList.tsx';
import { PopButton } from './PopButton.tsx';
import { useListView } from './view.tsx';

export const ColumnChooser = () => {
  const { words, asCards } = useListView();
  if (asCards) return null;
  return (
    <PopButton label={words.translate('lists.columns')} icon={<ViewColumnOutlined />}>
      <ColumnList />
    </PopButton>
  );
};
