import { auth } from './auth.ts';
import { routes } from './routes.ts';
import { shell } from './shell.ts';
import { validation } from './validation.ts';

/** Texts needed before sign-in. */
export const ruFirst = { auth, routes, shell, validation };
