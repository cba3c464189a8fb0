import type { Bilingual, FieldKind } from './field.ts';

/** Units by kind. They are shown in headers, never in cells. */
export const units: { readonly [Kind in FieldKind]?: Bilingual } = {
  money: { ru: '₽', en: 'RUB' },
  distance: { ru: 'км', en: 'km' },
  speed: { ru: 'км/ч', en: 'km/h' },
  acceleration: { ru: 'g', en: 'g' },
  duration: { ru: 'ч:мм:с', en: 'h:mm:ss' },
};
