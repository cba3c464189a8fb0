import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useListContext } from 'react-admin';
import { type ExportFormat, exportFormats } from '../../../contract/states.ts';
import { formatNumber } from '../../../fields/format.ts';
import { useListView } from '../view.tsx';

interface Props {
  readonly anchor: HTMLElement | undefined;
  readonly onClose: () => void;
  readonly onChoose: (format: ExportFormat, ids?: readonly unknown[]) => void;
}

/** Menu of file formats for an export of all rows or of the selected ones. Loaded when the button is first pressed. */
export const ExportChoices = ({ anchor, onClose, onChoose }: Props) => {
  const { total, selectedIds } = useListContext();
  const { translate, locale } = useListView().i18n;
  const renderItems = (ids?: readonly unknown[]) =>
    exportFormats.map(format => (
      <MenuItem key={`${ids ? 'chosen' : 'all'} ${format}`} onClick={() => onChoose(format, ids)}>
        {translate(`exports.${format}`)}
      </MenuItem>
    ));
  const renderHeading = (scope: 'chosen' | 'all', n: number) => (
    <ListSubheader key={scope}>{translate(`exports.${scope}`, { n: formatNumber(n, 0, locale) })}</ListSubheader>
  );
  return (
    <Menu open={anchor !== undefined} anchorEl={anchor} onClose={onClose}>
      {selectedIds.length > 0 && [renderHeading('chosen', selectedIds.length), ...renderItems(selectedIds)]}
      {/* If no record matches the filters, only the selected rows can be exported. */}
      {!!total && [selectedIds.length > 0 && renderHeading('all', total), ...renderItems()]}
    </Menu>
  );
};
