type OpenTitle = 'login' | 'register' | 'forgot' | 'reset';

/**
 * Public pages by the key of their title under `routes`. The sign-in page needs only this part of the route table. This
 * file holds only data, so that the sign-in page stays small.
 */
export const openRoutes: { readonly [Title in OpenTitle]: { readonly path: string; readonly canonical?: string } } = {
  // Path of the sign-in page in react-admin.
  login: { path: '/auth/login/', canonical: '/login' },
  register: { path: '/auth/register' },
  forgot: { path: '/auth/forgot' },
  reset: { path: '/auth/reset/' },
};

const titles = Object.keys(openRoutes) as OpenTitle[];
const bare = (path: string): string => path.replace(/\/+$/, '');

/** Returns the public page at a path, with or without a trailing slash. */
export const openPageAt = (path: string): OpenTitle | undefined =>
  titles.find(title => bare(openRoutes[title].path) === bare(path));

/** Redirect targets. */
export const places = {
  home: '/cabinet/dashboard/',
  login: openRoutes.login.path,
  register: openRoutes.register.path,
  forgot: openRoutes.forgot.path,
} as const;
