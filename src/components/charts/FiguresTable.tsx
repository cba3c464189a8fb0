import Table, { type TableProps } from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';

export interface FiguresRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly cells: readonly ReactNode[];
}

export interface FiguresProps extends TableProps {
  readonly head: readonly string[];
  readonly rows: readonly FiguresRow[];
}

/** Table of figures. The first column contains the headings of the rows. */
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
