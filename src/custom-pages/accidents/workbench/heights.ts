/** Heights of map, player and both plots. All of them fit a laptop's screen, and they grow with the window. */
export const heights = {
  map: 'clamp(200px, 23vh, 360px)',
  acceleration: 'clamp(180px, 20.5vh, 380px)',
  speed: 'clamp(116px, 13.5vh, 240px)',
  /** Height of the player: displayed values, buttons and slider. */
  player: '112px',
} as const;

export const curvesPlayerHeight = `calc(${heights.player} + ${heights.acceleration} + ${heights.speed})`;
