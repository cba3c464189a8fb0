import english from 'ra-language-english';
import { resources } from '../../resources/index.ts';
import { placedTitles, resourceTexts } from '../../resources/texts.ts';
import type { Texts } from '../texts.ts';
import { accident } from './accident.ts';
import { dashboard } from './dashboard.ts';
import { errors } from './errors.ts';
import { enFirst } from './first.ts';
import { frame } from './frame.ts';
import { lists } from './lists.ts';
import { voucher } from './voucher.ts';

export const en: Texts = {
  ...enFirst,
  ra: english.ra,
  accident,
  dashboard,
  errors,
  frame,
  lists,
  voucher,
  resources: resourceTexts(resources, 'en'),
  routes: { ...enFirst.routes, ...placedTitles(resources, 'en') },
};
