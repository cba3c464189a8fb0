/**
 * Curves beside the records where there is room for both without cutting a figure, else one under the other. By the room
 * itself (of a box with `containerType: 'inline-size'`), not by the window: the menu beside it may be open or folded.
 */
export const twoColumns = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@container (min-width: 940px)': { gridTemplateColumns: 'minmax(0, 1fr) 400px' },
  '@container (min-width: 1120px)': { gridTemplateColumns: 'minmax(0, 1fr) 432px' },
} as const;
