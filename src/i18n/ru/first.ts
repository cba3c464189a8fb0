import { ruValidation } from '../../contract/messages/ruValidation.ts';
import { auth } from './auth.ts';
import { routes } from './routes.ts';
import { shell } from './shell.ts';

/** Texts needed before sign-in. */
export const ruFirst = { auth, routes, shell, validation: ruValidation };
