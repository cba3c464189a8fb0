import english from 'ra-language-english';
import { resources } from '../../resources/index.ts';
import { pageTitles, resourceTexts } from '../../schema/texts.ts';
import type { Texts } from '../texts.ts';
import { dashboard } from './dashboard.ts';
import { errors } from './errors.ts';
import { enFirst } from './first.ts';
import { frame } from './frame.ts';
import { lists } from './lists.ts';

export const en: Texts = {
  ...enFirst,
  ra: { ...english.ra, notification: { ...english.ra.notification, created: 'Record created' } },
  dashboard,
  errors,
  frame,
  lists,
  resources: resourceTexts(resources, 'en'),
  routes: { ...enFirst.routes, ...pageTitles(resources, 'en') },
};
