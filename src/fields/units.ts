import type { FieldKind } from '../resources/fields.ts';

/** Key of a kind's unit under `lists.units`: shown in headers, never in cells. */
export const units: { readonly [K in FieldKind]?: string } = {
  money: 'money',
  distance: 'distance',
  speed: 'speed',
  acceleration: 'acceleration',
  duration: 'duration',
};
