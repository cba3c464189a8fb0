/** Heights of map, curve and strip. On a laptop all of them fit the screen, and they grow with the window. */
export const heights = {
  map: 'clamp(200px, 27vh, 460px)',
  speed: 'clamp(104px, 13vh, 220px)',
  /** Height of the player: displayed values, buttons, slider and marks. */
  player: '130px',
} as const;

export const stripHeight = `calc(${heights.player} + ${heights.speed})`;

/**
 * Evidence and call card stand side by side if both fit, otherwise one below the other, the call card first. The width
 * of the container decides, because the window also holds the menu, which may be open or folded. The container needs
 * `containerType: 'inline-size'`.
 */
export const twoColumns = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '& > :first-of-type': { order: 1 },
  '@container (min-width: 880px)': {
    gridTemplateColumns: 'minmax(0, 1fr) 400px',
    '& > :first-of-type': { order: 0 },
    // The call card stays in sight and scrolls within itself.
    '& > :last-of-type': {
      position: 'sticky',
      top: 'calc(var(--frame-header) + var(--frame-subheader) + 84px)',
      maxHeight: 'calc(100vh - var(--frame-header) - var(--frame-subheader) - 112px)',
      // Narrower windows have a bar of buttons at the bottom, which would cover the end of the call card.
      '@media (max-width: 1199.95px)': {
        maxHeight: 'calc(100vh - var(--frame-header) - var(--frame-subheader) - 152px)',
      },
      overflowY: 'auto',
    },
  },
} as const;
