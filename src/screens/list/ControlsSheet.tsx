import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useAccount } from '../../authProvider/account.ts';
import { SheetHead } from '../../components/SheetHead.tsx';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { kinds } from '../../fields/registry.ts';
import { describedText } from '../../fields/useI18n.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { DensitySelect } from './DensitySelect.tsx';
import { DisplaySelect } from './DisplaySelect.tsx';
import { ExportMenu } from './export/ExportMenu.tsx';
import { activeFilters, type FilterSection, filterSections, useFilters } from './filters.ts';
import { DirectionSelect, SortSelect } from './OrderSelects.tsx';
import { useListView } from './view.tsx';
import { ViewsButton } from './views/ViewsButton.tsx';
import '../../fields/filters/filters.css';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import { useListContext } from 'react-admin';
import { countText } from './count.ts';

interface ListSheetProps {
  readonly side: 'right' | 'bottom';
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Sheet at an edge of the window with controls of the list. Each control takes effect at once, so the rows beside the
 * sheet stay in sight. The button at its end closes the sheet and names the number of rows that are left.
 */
const ListSheet = ({ side, title, open, onClose, children }: ListSheetProps) => {
  const { resource, i18n } = useListView();
  const { total } = useListContext();
  const { values, reset } = useFilters();
  const titleId = useId();
  return (
    <Drawer
      anchor={side}
      open={open}
      onClose={onClose}
      slotProps={{
        backdrop: { invisible: side === 'right' },
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx:
            side === 'right'
              ? { width: 'min(440px, 100vw)', borderLeft: 1, borderColor: 'divider' }
              : { maxHeight: '85dvh' },
        },
      }}
    >
      <SheetHead titleId={titleId} title={title} onClose={onClose} />
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2 }}>{children}</Box>
      <Box sx={{ flex: 'none', display: 'flex', gap: 1, p: 2, borderTop: 1, borderColor: 'divider' }}>
        <Button onClick={reset} disabled={!activeFilters(resource, values).length}>
          {i18n.translate('lists.filters.reset')}
        </Button>
        <Button variant="contained" onClick={onClose} sx={{ flexGrow: 1 }}>
          {total === undefined
            ? i18n.translate('lists.close')
            : i18n.translate('lists.apply', { count: countText(resource, total, i18n) })}
        </Button>
      </Box>
    </Drawer>
  );
};

interface FilterPanelProps {
  readonly section: FilterSection;
  /** Heading. Absent: the section is the only one. */
  readonly heading?: string | undefined;
}

const FilterInputs = ({ section: { fields }, heading }: FilterPanelProps) => {
  const { resource } = useListView();
  const { values, change } = useFilters();
  const headingId = useId();
  return (
    <section className="filter-panel" aria-labelledby={heading && headingId}>
      {heading && (
        <Typography id={headingId} variant="h3">
          {heading}
        </Typography>
      )}
      {fields.map(([name, field]) => {
        const { Filter } = kinds[field.kind];
        return (
          <LazyBoundary key={name} waiting={<i className="bone filter-waiting" />}>
            <Filter name={name} field={field} resource={resource} values={values} onChange={change} />
          </LazyBoundary>
        );
      })}
    </section>
  );
};

const FilterPanel = () => {
  const { resource, i18n } = useListView();
  const sections = filterSections(resource, useAccount()?.Roles ?? []);
  const headingOf = ({ title }: FilterSection) =>
    title ? describedText(resource, `sections.${title.key}`, title.text, i18n) : i18n.translate('lists.filters.others');
  return sections.map(section => (
    <FilterInputs
      key={section.title?.key ?? ''}
      section={section}
      heading={sections.length > 1 ? headingOf(section) : undefined}
    />
  ));
};

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

export const FilterSheet = ({ open, onClose }: Props) => (
  <ListSheet side="right" title={useListView().i18n.translate('lists.filters.title')} open={open} onClose={onClose}>
    <FilterPanel />
  </ListSheet>
);
