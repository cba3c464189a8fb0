import type { Texts } from '../texts.ts';

export const accident = {} satisfies Texts['accident'];
