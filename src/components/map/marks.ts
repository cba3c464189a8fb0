/**
 * SVG paths of the symbols for manoeuvres and impacts on a track, distinguishable without colour. Each symbol fits a
 * box of 24 × 24 around 0, 0.
 */
export const markShapes = {
  start: 'M0,-5.5 A5.5,5.5 0 1 1 0,5.5 A5.5,5.5 0 1 1 0,-5.5 Z',
  end: 'M-5,-5 L5,-5 L5,5 L-5,5 Z',
  impact:
    'M0,-11 L2.8,-4.6 L9.5,-5.5 L5.6,0 L9.5,5.5 L2.8,4.6 L0,11 L-2.8,4.6 L-9.5,5.5 L-5.6,0 L-9.5,-5.5 L-2.8,-4.6 Z',
  car: 'M0,-10 L7.5,8 L0,4.5 L-7.5,8 Z',
  acceleration: 'M0,-9 L9,7 L-9,7 Z',
  braking: 'M0,9 L9,-7 L-9,-7 Z',
  cornering: 'M-8,8 A16,16 0 0 1 8,-8 L8,8 Z',
  directionChange: 'M0,-9.5 L9.5,0 L0,9.5 L-9.5,0 Z',
  speeding: 'M-8,-8 L0,0 L-8,8 L0,8 L9,0 L0,-8 Z',
  bump: 'M-9,6 A9,10 0 0 1 9,6 Z',
  place: 'M0,10 L-6,-1 A7,7 0 1 1 6,-1 Z',
} as const;
export type MarkKind = keyof typeof markShapes;

export interface MarkColours {
  readonly fill: string;
  readonly stroke: string;
}

const sizes: { readonly [Kind in MarkKind]?: string } = { impact: '44', car: '26', place: '36' };
const defaultSize = '22';
const svg = 'http://www.w3.org/2000/svg';

export const markElement = (
  kind: MarkKind,
  { fill, stroke }: MarkColours,
  label: string,
  onPress?: () => void,
): HTMLElement => {
  const picture = document.createElementNS(svg, 'svg');
  picture.setAttribute('viewBox', '-13 -13 26 26');
  const size = sizes[kind] ?? defaultSize;
  picture.setAttribute('width', size);
  picture.setAttribute('height', size);
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', markShapes[kind]);
  path.setAttribute('fill', fill);
  path.setAttribute('stroke', stroke);
  path.setAttribute('stroke-width', '2');
  path.setAttribute('stroke-linejoin', 'round');
  picture.append(path);
  picture.style.display = 'block';
  const element = document.createElement(onPress ? 'button' : 'div');
  if (onPress) {
    element.className = 'map-mark';
    // Marks cannot be reached with the Tab key, because the user would step through hundreds of them to reach the list
    // next to the map. The list has the same entries.
    element.tabIndex = -1;
    element.addEventListener('click', event => {
      event.stopPropagation();
      onPress();
    });
  } else element.setAttribute('role', 'img');
  element.setAttribute('aria-label', label);
  element.title = label;
  element.append(picture);
  return element;
};
