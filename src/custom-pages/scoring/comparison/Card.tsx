import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import TableContainer from '@mui/material/TableContainer';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { type FiguresProps, FiguresTable } from '../../../components/charts/FiguresTable.tsx';
import type { PanelProps } from '../panelProps.ts';

/** Query of all comparisons. */
export type ComparisonQueryProps = Pick<PanelProps, 'who' | 'span'>;

export const cardSkeleton = <Skeleton variant="rounded" height={240} />;

export const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper component="section" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
    <Typography variant="h2" sx={{ mb: 1 }}>
      {title}
    </Typography>
    {children}
  </Paper>
);

/** Figures side by side, as wide as they need. */
export const ComparisonTable = ({ label, ...figures }: { label: string } & Pick<FiguresProps, 'head' | 'rows'>) => (
  <TableContainer tabIndex={0} role="region" aria-label={label}>
    <FiguresTable
      sx={{
        '& .MuiTableCell-root': { px: { xs: 0.5, sm: 1.5 } },
        '& .MuiTableCell-head': { whiteSpace: { xs: 'normal', sm: 'nowrap' } },
      }}
      {...figures}
    />
  </TableContainer>
);
