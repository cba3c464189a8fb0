import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { part } from '../../feedback/part.ts';
import { PopButton } from './PopButton.tsx';
import { useListView } from './view.tsx';

const ColumnList = part('ColumnList', () => import('./ColumnList.tsx'));

export const ColumnChooser = () => {
  const { words, asCards } = useListView();
  if (asCards) return null;
  return (
    <PopButton label={words.translate('lists.columns')} icon={<ViewColumnOutlined />}>
      <LazyBoundary>
        <ColumnList />
      </LazyBoundary>
    </PopButton>
  );
};
