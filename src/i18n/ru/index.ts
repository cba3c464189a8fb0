import { resources } from '../../resources/index.ts';
import { pageTitles, resourceTexts } from '../../schema/texts.ts';
import { dashboard } from './dashboard.ts';
import { errors } from './errors.ts';
import { ruFirst } from './first.ts';
import { frame } from './frame.ts';
import { lists } from './lists.ts';
import { reactAdmin } from './ra.ts';

export const ru = {
  ...ruFirst,
  ra: reactAdmin,
  dashboard,
  errors,
  frame,
  lists,
  resources: resourceTexts(resources, 'ru'),
  routes: { ...ruFirst.routes, ...pageTitles(resources, 'ru') },
};
