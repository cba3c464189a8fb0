import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { PopButton } from './PopButton.tsx';
import { useListView } from './view.tsx';

const ColumnList = lazyComponent('ColumnList', () => import('./ColumnList.tsx'));

export const ColumnChooser = () => {
  const { i18n } = useListView();
  return (
    <PopButton label={i18n.translate('lists.columns')} icon={<ViewColumnOutlined fontSize="small" />}>
      <LazyBoundary>
        <ColumnList />
      </LazyBoundary>
    </PopButton>
  );
};
