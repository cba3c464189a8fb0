/**
 * Class name of the records. In two columns they stand next to curves and facts. In one column they stand between them,
 * because an operator writes before reading figures.
 */
export const besideBoth = 'case-records';

/**
 * Curves and records stand side by side if both fit, otherwise one below the other. The width of the container decides
 * (a box with `containerType: 'inline-size'`), not that of the window, because the menu may be open or folded.
 */
export const twoColumns = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@container (min-width: 940px)': {
    gridTemplateColumns: 'minmax(0, 1fr) 400px',
    // A long cell in one column does not move the cells of the other column.
    gridTemplateRows: 'auto 1fr',
    [`& > .${besideBoth}`]: { gridRow: '1 / 3', gridColumn: 2 },
  },
  '@container (min-width: 1120px)': { gridTemplateColumns: 'minmax(0, 1fr) 432px' },
} as const;
