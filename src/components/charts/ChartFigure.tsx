import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Table, { type TableProps } from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import ToggleButton from '@mui/material/ToggleButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';

interface FiguresRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly cells: readonly ReactNode[];
}

export interface FiguresProps extends TableProps {
  readonly head: readonly string[];
  readonly rows: readonly FiguresRow[];
}

export const FiguresTable = ({ head, rows, ...table }: FiguresProps) => (
  <Table size="small" {...table}>
    <TableHead>
      <TableRow>
        {head.map((text, index) => (
          <TableCell key={text} align={index === 0 ? 'left' : 'right'}>
            {text}
          </TableCell>
        ))}
      </TableRow>
    </TableHead>
    <TableBody>
      {rows.map(({ key, name, cells }) => (
        <TableRow key={key}>
          <TableCell component="th" scope="row" sx={{ overflowWrap: 'break-word' }}>
            {name}
          </TableCell>
          {cells.map((cell, index) => (
            <TableCell key={head[index + 1]} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {cell}
            </TableCell>
          ))}
        </TableRow>
      ))}
    </TableBody>
  </Table>
);

export interface FigureTable {
  readonly head: readonly string[];
  /** Rows of the table. The first cell of each row is the row's heading. */
  readonly rows: readonly (readonly [string, ...ReactNode[]])[];
}

interface Props {
  readonly title: string;
  readonly explanation?: string;
  /** The chart's content as a table, for readers who cannot see the drawing. Absent while there is no data. */
  readonly table: FigureTable | undefined;
  readonly tableLabel: string;
  /** Height of the chart, pixels. The table and the placeholders have the same height, so the table scrolls. */
  readonly height: number;
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}

export const ChartFigure = ({ title, explanation, table, tableLabel, height, controls, children }: Props) => {
  const [isTableShown, setTableShown] = useState(false);
  const shownTable = isTableShown ? table : undefined;
  return (
    <Paper component="section" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Tooltip title={explanation}>
          <Typography
            variant={explanation ? 'h3' : 'h2'}
            component={explanation ? 'h3' : 'h2'}
            tabIndex={explanation ? 0 : undefined}
            sx={{
              mr: 'auto',
              // A long title wraps if the chart has no other controls. The button for the table then stays in the
              // title's row.
              ...(!controls && { flex: '1 1 0', minWidth: 0 }),
              ...(explanation && { textDecoration: 'underline dotted', textUnderlineOffset: 4, cursor: 'help' }),
            }}
          >
            {title}
          </Typography>
        </Tooltip>
        {controls}
        <ToggleButton
          value="table"
          size="small"
          selected={isTableShown}
          disabled={!table}
          onChange={() => setTableShown(!isTableShown)}
          aria-label={`${tableLabel}: ${title}`}
          title={tableLabel}
          sx={{ p: 0.5 }}
        >
          <TableRowsOutlined fontSize="small" />
        </ToggleButton>
      </Box>
      <Box
        sx={[
          { overflow: 'hidden', minWidth: 0 },
          shownTable !== undefined && { height, overflow: 'auto' },
          // The chart library hides the focus outline of the element that handles the keys. Therefore the whole chart
          // shows an outline.
          ({ palette }) => ({
            '& .MuiChartsSurface-root:has(> :focus-visible)': {
              outline: `2px solid ${palette.primary.main}`,
              outlineOffset: -2,
            },
          }),
        ]}
        {...(shownTable && { tabIndex: 0, role: 'region', 'aria-label': title })}
      >
        {shownTable ? (
          <FiguresTable
            stickyHeader
            aria-label={title}
            head={shownTable.head}
            rows={shownTable.rows.map(([name, ...cells]) => ({ key: name, name, cells }))}
          />
        ) : (
          children
        )}
      </Box>
    </Paper>
  );
};
