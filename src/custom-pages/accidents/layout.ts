/** The records: beside both curves and facts, or between them, since in one column an operator writes before reading figures. */
export const besideBoth = 'case-records';

/**
 * Curves beside the records where there is room for both without cutting a figure, else one under the other. By the room
 * itself (of a box with `containerType: 'inline-size'`), not by the window: the menu beside it may be open or folded.
 */
export const twoColumns = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@container (min-width: 940px)': {
    gridTemplateColumns: 'minmax(0, 1fr) 400px',
    // What is long in one column moves nothing in the other.
    gridTemplateRows: 'auto 1fr',
    [`& > .${besideBoth}`]: { gridRow: '1 / 3', gridColumn: 2 },
  },
  '@container (min-width: 1120px)': { gridTemplateColumns: 'minmax(0, 1fr) 432px' },
} as const;
