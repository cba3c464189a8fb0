import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Stack from '@mui/material/Stack';
import { useListContext } from 'react-admin';
import { ColumnChooser } from './ColumnChooser.tsx';
import { countText } from './count.ts';
import { DensitySelect } from './DensitySelect.tsx';
import { DisplaySelect } from './DisplaySelect.tsx';
import { ExportMenu } from './export/ExportMenu.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { DirectionSelect, SortSelect } from './OrderSelects.tsx';
import { useListView } from './view.tsx';
import { ViewsButton } from './views/ViewsButton.tsx';

/** Bottom sheet on narrow screens with all controls of the list except the search. */
export const ControlsSheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { resource, i18n } = useListView();
  const { total } = useListContext();
  const label = i18n.translate('lists.controls');
  return (
    <Drawer
      anchor="bottom"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { maxHeight: '85dvh' } } }}
    >
      <Stack spacing={2} sx={{ p: 2, overflow: 'auto' }}>
        <ViewsButton />
        <SortSelect />
        <DirectionSelect />
        <DisplaySelect />
        <DensitySelect />
        <ColumnChooser />
        <ExportMenu />
        <FilterPanel />
      </Stack>
      <Button variant="contained" onClick={onClose} sx={{ m: 2 }}>
        {total === undefined
          ? i18n.translate('lists.close')
          : i18n.translate('lists.apply', { count: countText(resource, total, i18n) })}
      </Button>
    </Drawer>
  );
};
