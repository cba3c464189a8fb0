/** Shapes of events on a track, distinguishable without colour. Boxes of 24 × 24 around the centre. */
export const markShapes = {
  start: 'M0,-5.5 A5.5,5.5 0 1 1 0,5.5 A5.5,5.5 0 1 1 0,-5.5 Z',
  end: 'M-5,-5 L5,-5 L5,5 L-5,5 Z',
  impact:
    'M0,-11 L2.8,-4.6 L9.5,-5.5 L5.6,0 L9.5,5.5 L2.8,4.6 L0,11 L-2.8,4.6 L-9.5,5.5 L-5.6,0 L-9.5,-5.5 L-2.8,-4.6 Z',
  car: 'M0,-10 L7.5,8 L0,4.5 L-7.5,8 Z',
} as const;
export type MarkKind = keyof typeof markShapes;

export interface MarkColours {
  readonly fill: string;
  readonly stroke: string;
}

const sizes: { readonly [Kind in MarkKind]: string } = { start: '22', end: '22', impact: '44', car: '26' };
const svg = 'http://www.w3.org/2000/svg';

/** A mark as a DOM element for the map library. */
export const markElement = (kind: MarkKind, { fill, stroke }: MarkColours, label: string): HTMLElement => {
  const picture = document.createElementNS(svg, 'svg');
  picture.setAttribute('viewBox', '-13 -13 26 26');
  const size = sizes[kind];
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
  const element = document.createElement('div');
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', label);
  element.title = label;
  element.append(picture);
  return element;
};
