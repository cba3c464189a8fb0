import type { Texts } from '../texts.ts';

export const lists = {} satisfies Texts['lists'];
