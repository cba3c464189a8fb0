import { styled } from '@mui/material/styles';
import type { Field } from '../../resources/fields.ts';

export interface Column {
  readonly name: string;
  readonly field: Field;
}

/** Rows scroll in here, both ways; the header stays. */
export const Scroller = styled('div')(({ theme }) => ({
  overflow: 'auto',
  minHeight: 0,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.paper,
}));

/** Plain table elements under one style: a styled element per cell would cost more than the row it shows. */
export const Sheet = styled('table')(({ theme }) => ({
  ...theme.typography.body2,
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  '& th, & td': {
    height: theme.frame.row,
    padding: theme.spacing(0, 0.75),
    textAlign: 'start',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    borderBottom: `1px solid ${theme.palette.divider}`,
  },
  '& th:first-of-type, & td:first-of-type': { paddingInlineStart: theme.spacing(2) },
  '& [data-align=end]': { textAlign: 'end', paddingInlineEnd: theme.spacing(2) },
  '& tbody tr': { position: 'relative' },
  // Somebody has moved it to another list; it stays until the list is fetched again.
  '& tbody tr[data-gone]': { opacity: 0.5 },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  '& tbody tr:hover, & tbody tr:focus-within': { backgroundColor: theme.palette.action.hover },
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    backgroundColor: theme.palette.background.paper,
    color: theme.palette.text.secondary,
    fontSize: theme.typography.caption.fontSize,
    fontWeight: theme.typography.fontWeightMedium,
  },
  '& th button': {
    font: 'inherit',
    color: 'inherit',
    background: 'none',
    border: 0,
    padding: 0,
    height: '100%',
    maxWidth: '100%',
    cursor: 'pointer',
    display: 'inline-flex',
    alignItems: 'center',
    gap: theme.spacing(0.5),
    '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '&:hover, [aria-sort] > &': { color: theme.palette.text.primary },
  },
}));
