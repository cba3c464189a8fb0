import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';

export interface FigureTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Props {
  readonly title: string;
  /** The same as words and numbers, for whoever cannot read a drawing. */
  readonly table: FigureTable;
  readonly tableLabel: string;
  /** Height of the chart, pixels; the table scrolls within it. */
  readonly height: number;
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}

const Rows = ({ title, table: { head, rows } }: Pick<Props, 'title' | 'table'>) => (
  <Table size="small" stickyHeader aria-label={title}>
    <TableHead>
      <TableRow>
        {head.map((text, at) => (
          <TableCell key={text} align={at === 0 ? 'left' : 'right'}>
            {text}
          </TableCell>
        ))}
      </TableRow>
    </TableHead>
    <TableBody>
      {rows.map(([first, ...others]) => (
        <TableRow key={first}>
          <TableCell component="th" scope="row">
            {first}
          </TableCell>
          {others.map((text, at) => (
            <TableCell key={head[at + 1]} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {text}
            </TableCell>
          ))}
        </TableRow>
      ))}
    </TableBody>
  </Table>
);

/** A chart with its title, and the table that it can be turned into. */
export const ChartFigure = ({ title, table, tableLabel, height, controls, children }: Props) => {
  const [asTable, setAsTable] = useState(false);
  return (
    <Paper component="section" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="h2" sx={{ flexGrow: 1 }}>
          {title}
        </Typography>
        {controls}
        <ToggleButton
          value="table"
          size="small"
          selected={asTable}
          onChange={() => setAsTable(!asTable)}
          aria-label={`${tableLabel}: ${title}`}
          title={tableLabel}
          sx={{ p: 0.5 }}
        >
          <TableRowsOutlined fontSize="small" />
        </ToggleButton>
      </Box>
      <Box
        sx={{ height, overflow: asTable ? 'auto' : 'hidden', minWidth: 0 }}
        {...(asTable && { tabIndex: 0, role: 'region', 'aria-label': title })}
      >
        {asTable ? <Rows title={title} table={table} /> : children}
      </Box>
    </Paper>
  );
};
