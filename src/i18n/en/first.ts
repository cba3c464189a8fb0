import { enValidation } from '../../contract/messages/enValidation.ts';
import type { FirstTexts } from '../texts.ts';
import { auth } from './auth.ts';
import { routes } from './routes.ts';
import { shell } from './shell.ts';

/** Texts needed before sign-in. */
export const enFirst: FirstTexts = { auth, routes, shell, validation: enValidation };
