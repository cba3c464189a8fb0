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
import { widthOf } from './column.ts';
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
    const chosen = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isFinite(chosen)) onChange(Math.min(columnWidthMaxCh, Math.max(columnWidthMinCh, Math.round(chosen))));
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

const swapped = (columns: readonly string[], at: number, by: -1 | 1): readonly string[] => {
  const next = [...columns];
  const [moved] = next.splice(at, 1);
  if (moved !== undefined) next.splice(at + by, 0, moved);
  return next;
};

const otherWay = ({ parentElement }: HTMLElement) =>
  parentElement?.querySelector<HTMLButtonElement>('button:not(:disabled)');

/** Selects and orders columns, and sets widths and density. Visible columns come first. */
export const ColumnList = () => {
  const { resource, split, i18n, asCards, narrow, columns, setColumns, widths, setWidths, setDensity } = useListView();
  const { containerRef, loadSorting } = useDragOrder<HTMLUListElement>(setColumns, '.drag-handle');
  const hidden = columnFields(resource).filter(name => !columns.includes(name));
  const mover = (name: string, by: -1 | 1) => {
    const at = columns.indexOf(name);
    const label = `${fieldLabel(resource, name, i18n)}: ${by < 0 ? '↑' : '↓'}`;
    const stuck = at < 0 || at + by < 0 || at + by >= columns.length;
    return (
      <IconButton
        size="small"
        aria-label={label}
        disabled={stuck}
        onClick={({ currentTarget }) => {
          setColumns(swapped(columns, at, by));
          // The button is disabled at the end and loses the focus, so the opposite button gets it.
          requestAnimationFrame(() => currentTarget.disabled && otherWay(currentTarget)?.focus());
        }}
      >
        {by < 0 ? <ArrowUpward fontSize="inherit" /> : <ArrowDownward fontSize="inherit" />}
      </IconButton>
    );
  };
  const widthBox = (name: string) => {
    const field = resource.fields[name];
    if (asCards || !field || !columns.includes(name)) return null;
    const label = i18n.translate('lists.columnWidth', { label: fieldLabel(resource, name, i18n) });
    return (
      <WidthBox
        label={label}
        widthCh={widthOf(name, field, widths)}
        onChange={chosen => setWidths({ ...widths, [name]: chosen })}
      />
    );
  };
  const toggle = (name: string) =>
    setColumns(columns.includes(name) ? columns.filter(other => other !== name) : [...columns, name]);
  const item = (name: string) => {
    const shown = columns.includes(name);
    return (
      <li key={name} data-column={shown ? name : undefined}>
        {shown && <DragIndicator className="drag-handle" fontSize="small" aria-hidden />}
        <FormControlLabel
          label={fieldLabel(resource, name, i18n)}
          // The last column cannot be hidden.
          disabled={columns.length === 1 && shown}
          control={<Checkbox size="small" checked={shown} onChange={() => toggle(name)} />}
          slotProps={{ typography: { variant: 'body2' } }}
        />
        {widthBox(name)}
        {mover(name, -1)}
        {mover(name, 1)}
      </li>
    );
  };
  return (
    <>
      {!narrow && <DensitySelect />}
      <ul ref={containerRef} className="column-list" onPointerEnter={loadSorting}>
        {[...columns, ...hidden].map(item)}
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
