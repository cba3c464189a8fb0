import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import { fieldLabel } from '../../fields/useI18n.ts';
import { columnFields } from '../../resources/define.ts';
import { useListView } from './view.tsx';

const swapped = (columns: readonly string[], at: number, by: -1 | 1): readonly string[] => {
  const next = [...columns];
  const [moved] = next.splice(at, 1);
  if (moved !== undefined) next.splice(at + by, 0, moved);
  return next;
};

/** Chooses and orders columns; visible ones come first. */
export const ColumnList = () => {
  const { resource, i18n, columns, setColumns } = useListView();
  const hidden = columnFields(resource).filter(name => !columns.includes(name));
  const mover = (name: string, by: -1 | 1) => {
    const at = columns.indexOf(name);
    const label = `${fieldLabel(resource, name, i18n)}: ${by < 0 ? '↑' : '↓'}`;
    const stuck = at < 0 || at + by < 0 || at + by >= columns.length;
    return (
      <IconButton size="small" aria-label={label} disabled={stuck} onClick={() => setColumns(swapped(columns, at, by))}>
        {by < 0 ? <ArrowUpward fontSize="inherit" /> : <ArrowDownward fontSize="inherit" />}
      </IconButton>
    );
  };
  const toggle = (name: string) =>
    setColumns(columns.includes(name) ? columns.filter(other => other !== name) : [...columns, name]);
  return (
    <>
      {[...columns, ...hidden].map(name => (
        <Box key={name} sx={{ display: 'flex', alignItems: 'center' }}>
          <FormControlLabel
            label={fieldLabel(resource, name, i18n)}
            // The last column cannot be hidden.
            disabled={columns.length === 1 && columns[0] === name}
            control={<Checkbox size="small" checked={columns.includes(name)} onChange={() => toggle(name)} />}
            slotProps={{ typography: { variant: 'body2' } }}
            sx={{ flex: 1 }}
          />
          {mover(name, -1)}
          {mover(name, 1)}
        </Box>
      ))}
      <Button size="small" onClick={() => setColumns(resource.list.columns)} sx={{ mt: 1 }}>
        {i18n.translate('lists.defaultColumns')}
      </Button>
    </>
  );
};
