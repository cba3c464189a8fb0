import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { lazy, Suspense } from 'react';
import { PopButton } from './PopButton.tsx';
import { useListView } from './view.tsx';

const ColumnList = lazy(() => import('./ColumnList.tsx').then(loaded => ({ default: loaded.ColumnList })));

export const ColumnChooser = () => {
  const { words, asCards } = useListView();
  if (asCards) return null;
  return (
    <PopButton label={words.translate('lists.columns')} icon={<ViewColumnOutlined />}>
      <Suspense>
        <ColumnList />
      </Suspense>
    </PopButton>
  );
};
