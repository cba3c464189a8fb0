import { resources } from '../../resources/index.ts';
import { placedTitles, resourceTexts } from '../../resources/texts.ts';
import { accident } from './accident.ts';
import { dashboard } from './dashboard.ts';
import { errors } from './errors.ts';
import { ruFirst } from './first.ts';
import { frame } from './frame.ts';
import { lists } from './lists.ts';
import { reactAdmin } from './ra.ts';
import { voucher } from './voucher.ts';

export const ru = {
  ...ruFirst,
  ra: reactAdmin,
  accident,
  dashboard,
  errors,
  frame,
  lists,
  voucher,
  resources: resourceTexts(resources, 'ru'),
  routes: { ...ruFirst.routes, ...placedTitles(resources, 'ru') },
};
