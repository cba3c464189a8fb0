import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { PanelProps } from '../panelProps.ts';

/** What every comparison asks for. */
export type Asked = Pick<PanelProps, 'who' | 'span'>;

export const cardSkeleton = <Skeleton variant="rounded" height={240} />;

export const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper component="section" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
    <Typography variant="h2" sx={{ mb: 1 }}>
      {title}
    </Typography>
    {children}
  </Paper>
);

export interface FiguresRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly cells: readonly ReactNode[];
}

/** Figures in columns, the first one names the row. */
export const FiguresTable = ({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly string[];
  rows: readonly FiguresRow[];
}) => (
  <TableContainer tabIndex={0} role="region" aria-label={label}>
    <Table
      size="small"
      sx={{
        '& .MuiTableCell-root': { px: { xs: 0.5, sm: 1.5 } },
        '& .MuiTableCell-head': { whiteSpace: { xs: 'normal', sm: 'nowrap' } },
      }}
    >
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
        {rows.map(({ key, name, cells }) => (
          <TableRow key={key}>
            <TableCell component="th" scope="row" sx={{ overflowWrap: 'break-word' }}>
              {name}
            </TableCell>
            {cells.map((cell, at) => (
              <TableCell key={head[at + 1]} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {cell}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </TableContainer>
);
