import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { useAccount } from '../../../authProvider/account.ts';
import { hasAnyRole, rights } from '../../../contract/access.ts';
import { type ExportFormat, exportFormats } from '../../../contract/states.ts';
import { formatNumber } from '../../../fields/format.ts';
import { useListView } from '../view.tsx';
import type { ExportedRows } from './ExportProvider.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';

interface Props {
  readonly anchor: HTMLElement | undefined;
  readonly onClose: () => void;
  readonly onChoose: (format: ExportFormat, exportedRows: ExportedRows) => void;
}

const firstCounts = [5, 10, 50, 100] as const;

/**
 * Menu of file formats for an export of all rows, of the selected ones, or of the first ones in the list's order, such
 * as the five worst scores. Loaded when the button is first pressed.
 */
export const ExportChoices = ({ anchor, onClose, onChoose }: Props) => {
  const { total = 0, selectedIds } = useListContext();
  const { translate, locale } = useListView().i18n;
  const [first, setFirst] = useState<number>(firstCounts[0]);
  const renderItems = (scope: 'chosen' | 'all' | 'first', exportedRows: ExportedRows = {}) =>
    exportFormats.map(format => (
      <MenuItem key={`${scope} ${format}`} onClick={() => onChoose(format, exportedRows)}>
        {scope === 'first'
          ? translate('exports.firstAs', { n: first, format: format.toUpperCase() })
          : translate(`exports.${format}`)}
      </MenuItem>
    ));
  const renderHeading = (scope: 'chosen' | 'all', n: number) => (
    <ListSubheader key={scope} role="presentation">
      {translate(`exports.${scope}`, { n: formatNumber(n, 0, locale) })}
    </ListSubheader>
  );
  const maySchedule = hasAnyRole(useAccount()?.Roles ?? [], rights.schedules);
  const [dialogOpen, setDialogOpen] = useState(false);
  const offeredCounts = firstCounts.filter(count => count < total);
  return (
    <>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={onClose}>
        {selectedIds.length > 0 && [
          renderHeading('chosen', selectedIds.length),
          ...renderItems('chosen', { ids: selectedIds }),
        ]}
        {/* If no record matches the filters, only the selected rows can be exported. */}
        {total > 0 && [
          selectedIds.length + offeredCounts.length > 0 && renderHeading('all', total),
          ...renderItems('all'),
        ]}
        {offeredCounts.length > 0 && [
          <ListSubheader key="first" role="presentation">
            {translate('exports.first')}
          </ListSubheader>,
          ...offeredCounts.map(count => (
            <MenuItem
              key={count}
              role="menuitemradio"
              aria-checked={count === first}
              onClick={() => setFirst(count)}
              // `selected` would draw the focus away from the first format when the menu opens.
              sx={{
                display: 'inline-flex',
                borderRadius: 1,
                ml: 1,
                px: 1,
                bgcolor: count === first ? 'action.selected' : undefined,
              }}
            >
              {count}
            </MenuItem>
          )),
          ...renderItems('first', { first }),
        ]}
        {maySchedule && [
          <Divider key="divider" />,
          <MenuItem
            key="schedule"
            onClick={() => {
              onClose();
              setDialogOpen(true);
            }}
          >
            {translate('exports.schedule.start')}
          </MenuItem>,
        ]}
      </Menu>
      {dialogOpen && <ScheduleDialog onClose={() => setDialogOpen(false)} />}
    </>
  );
};
