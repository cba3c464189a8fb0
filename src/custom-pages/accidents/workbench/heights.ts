/** Heights of map, curve and strip. On a laptop all of them fit the screen, and they grow with the window. */
export const heights = {
  map: 'clamp(200px, 29vh, 460px)',
  speed: 'clamp(104px, 14vh, 220px)',
  /** Height of the player: displayed values, buttons, slider and marks. */
  player: '130px',
} as const;

export const stripHeight = `calc(${heights.player} + ${heights.speed})`;
