/**
 * SVG paths of a car seen from above. The front points up, and the centre is at 0,0. One unit is about 3 cm. The paths
 * contain only the commands M, L, Q, Z and l, because the PDF drawing supports no others.
 */
export const carOutline = {
  body: 'M-30,-62 Q-28,-78 0,-79 Q28,-78 30,-62 L31,60 Q30,76 0,77 Q-30,76 -31,60 Z',
  windscreen: 'M-25,-30 Q0,-40 25,-30 L20,-12 Q0,-18 -20,-12 Z',
  rearWindow: 'M-21,44 Q0,49 21,44 L24,57 Q0,63 -24,57 Z',
  sideWindows: 'M-27,-26 L-23,-10 L-23,40 L-27,52 Z M27,-26 L23,-10 L23,40 L27,52 Z',
  mirrors: 'M-30,-24 l-8,-3 l0,7 l8,2 Z M30,-24 l8,-3 l0,7 l-8,2 Z',
} as const;

// Half axes of an ellipse around the car's body. The tip of the arrow that shows the impact's force lies on this
// ellipse.
const arrowReach = { across: 42, along: 88 } as const;
export const arrowShaftLength = 34;

/**
 * Returns the position of the tip of the arrow for an impact's force. `radians`: direction of the force, clockwise from
 * the front.
 */
export const arrowTip = (radians: number): { readonly x: number; readonly y: number } => {
  const x = Math.sin(radians);
  const y = -Math.cos(radians);
  const distance = 1 / Math.hypot(x / arrowReach.across, y / arrowReach.along);
  return { x: x * distance, y: y * distance };
};
