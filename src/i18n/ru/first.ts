import { auth } from './auth.ts';
import { routes } from './routes.ts';
import { shell } from './shell.ts';
import { validation } from './validation.ts';

/** Words of what is seen before one has signed in. */
export const ruFirst = { auth, routes, shell, validation };
