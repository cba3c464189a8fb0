import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { PopoverButton } from './PopoverButton.tsx';
import { useListView } from './view.tsx';

// The popover waits until this component is loaded, so that it opens complete.
const ColumnList = lazyComponent('ColumnList', () => import('./ColumnList.tsx'));

export const ColumnChooser = () => {
  const { i18n } = useListView();
  return (
    <PopoverButton label={i18n.translate('lists.columns')} icon={<ViewColumnOutlined fontSize="small" />}>
      <ColumnList />
    </PopoverButton>
  );
};
