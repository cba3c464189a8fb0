import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DragIndicator from '@mui/icons-material/DragIndicator';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import { unselected } from '../../dataProvider/order.ts';
import { fieldLabel } from '../../fields/useI18n.ts';
import { columnFields, listColumns } from '../../schema/define.ts';
import { columnWidthCh } from './column.ts';
import { DensitySelect } from './DensitySelect.tsx';
import { useDragOrder } from './useDragOrder.ts';
import { useListView } from './view.tsx';
import './columns.css';
import { columnWidthMaxCh, columnWidthMinCh } from '../../contract/states.ts';
import { useDraft } from '../../fields/draft.ts';

interface Props {
  readonly label: string;
  readonly widthCh: number;
  readonly onChange: (widthCh: number) => void;
}

/** Input for the width of a column in characters, as an alternative to dragging. */
const WidthBox = ({ label, widthCh, onChange }: Props) => {
  const { draft, change, flush } = useDraft(String(Math.round(widthCh)), text => {
    const typedWidthCh = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isFinite(typedWidthCh))
      onChange(Math.min(columnWidthMaxCh, Math.max(columnWidthMinCh, Math.round(typedWidthCh))));
  });
  return (
    <input
      inputMode="numeric"
      className="width-box"
      aria-label={label}
      title={label}
      value={draft}
      onChange={({ target }) => change(target.value)}
      onBlur={flush}
    />
  );
};

const moveColumn = (columns: readonly string[], index: number, offset: -1 | 1): readonly string[] => {
  const reordered = [...columns];
  const [moved] = reordered.splice(index, 1);
  if (moved !== undefined) reordered.splice(index + offset, 0, moved);
  return reordered;
};

const findOppositeButton = ({ parentElement }: HTMLElement) =>
  parentElement?.querySelector<HTMLButtonElement>('button:not(:disabled)');

/**
 * List of columns in which the user selects and orders columns, and sets widths and row density. Visible columns come
 * first.
 */
export const ColumnList = () => {
  const { resource, split, i18n, showsCards, isNarrow, columns, setColumns, widths, setWidths, setDensity } =
    useListView();
  const { containerRef, loadSorting } = useDragOrder<HTMLUListElement>(setColumns, '.drag-handle');
  const hiddenColumns = columnFields(resource).filter(name => !columns.includes(name));
  const renderMoveButton = (name: string, offset: -1 | 1) => {
    const index = columns.indexOf(name);
    const label = `${fieldLabel(resource, name, i18n)}: ${offset < 0 ? '↑' : '↓'}`;
    const isAtEnd = index < 0 || index + offset < 0 || index + offset >= columns.length;
    return (
      <IconButton
        size="small"
        aria-label={label}
        disabled={isAtEnd}
        onClick={({ currentTarget }) => {
          setColumns(moveColumn(columns, index, offset));
          // At the end of the list the pressed button becomes disabled and loses the focus. The button for the opposite
          // direction gets it.
          requestAnimationFrame(() => currentTarget.disabled && findOppositeButton(currentTarget)?.focus());
        }}
      >
        {offset < 0 ? <ArrowUpward fontSize="inherit" /> : <ArrowDownward fontSize="inherit" />}
      </IconButton>
    );
  };
  const renderWidthBox = (name: string) => {
    const field = resource.fields[name];
    if (showsCards || !field || !columns.includes(name)) return null;
    const label = i18n.translate('lists.columnWidth', { label: fieldLabel(resource, name, i18n) });
    return (
      <WidthBox
        label={label}
        widthCh={columnWidthCh(name, field, widths)}
        onChange={newWidthCh => setWidths({ ...widths, [name]: newWidthCh })}
      />
    );
  };
  const toggleColumn = (name: string) =>
    setColumns(columns.includes(name) ? columns.filter(other => other !== name) : [...columns, name]);
  const renderItem = (name: string) => {
    const isShown = columns.includes(name);
    return (
      <li key={name} data-column={isShown ? name : undefined}>
        {isShown && <DragIndicator className="drag-handle" fontSize="small" aria-hidden />}
        <FormControlLabel
          label={fieldLabel(resource, name, i18n)}
          // The last visible column cannot be hidden.
          disabled={columns.length === 1 && isShown}
          control={<Checkbox size="small" checked={isShown} onChange={() => toggleColumn(name)} />}
          slotProps={{ typography: { variant: 'body2' } }}
        />
        {renderWidthBox(name)}
        {renderMoveButton(name, -1)}
        {renderMoveButton(name, 1)}
      </li>
    );
  };
  return (
    <>
      {!isNarrow && <DensitySelect />}
      <ul ref={containerRef} className="column-list" onPointerEnter={loadSorting}>
        {[...columns, ...hiddenColumns].map(renderItem)}
      </ul>
      <Button
        size="small"
        onClick={() => {
          setColumns(listColumns(resource, split));
          setWidths({});
          setDensity(unselected);
        }}
      >
        {i18n.translate('lists.defaultColumns')}
      </Button>
    </>
  );
};
