import english from 'ra-language-english';
import type { Texts } from '../texts.ts';
import { accident } from './accident.ts';
import { auth } from './auth.ts';
import { dashboard } from './dashboard.ts';
import { errors } from './errors.ts';
import { lists } from './lists.ts';
import { resources } from './resources.ts';
import { routes } from './routes.ts';
import { shell } from './shell.ts';
import { validation } from './validation.ts';

export const en: Texts = {
  ra: english.ra,
  accident,
  auth,
  dashboard,
  errors,
  lists,
  resources,
  routes,
  shell,
  validation,
};
