/** Heights with which map, player and both plots fit a laptop's screen. They grow with the window. */
export const heights = {
  map: 'clamp(200px, 23vh, 360px)',
  acceleration: 'clamp(180px, 20.5vh, 380px)',
  speed: 'clamp(116px, 13.5vh, 240px)',
  /** Read-outs, buttons and slider. */
  player: '112px',
} as const;

export const instrumentHeight = `calc(${heights.player} + ${heights.acceleration} + ${heights.speed})`;
