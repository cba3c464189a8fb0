import Stack from '@mui/material/Stack';
import { ColumnChooser } from './ColumnChooser.tsx';
import { DensitySelect } from './DensitySelect.tsx';
import { DisplaySelect } from './DisplaySelect.tsx';
import { ExportMenu } from './export/ExportMenu.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { ListSheet } from './ListSheet.tsx';
import { DirectionSelect, SortSelect } from './OrderSelects.tsx';
import { useListView } from './view.tsx';
import { ViewsButton } from './views/ViewsButton.tsx';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Bottom sheet on narrow screens with all controls of the list except the search. */
export const ControlsSheet = ({ open, onClose }: Props) => (
  <ListSheet side="bottom" title={useListView().i18n.translate('lists.controls')} open={open} onClose={onClose}>
    <Stack spacing={2}>
      <ViewsButton />
      <SortSelect />
      <DirectionSelect />
      <DisplaySelect />
      <DensitySelect />
      <ColumnChooser />
      <ExportMenu />
      <FilterPanel />
    </Stack>
  </ListSheet>
);

/** Side sheet with the filters of the list. */
export const FilterSheet = ({ open, onClose }: Props) => (
  <ListSheet side="right" title={useListView().i18n.translate('lists.filters.title')} open={open} onClose={onClose}>
    <FilterPanel />
  </ListSheet>
);
