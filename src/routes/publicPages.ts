type PublicPageName = 'login' | 'register' | 'forgot' | 'reset';

/**
 * Public pages by the key of their title under `routes`. The sign-in page needs only this part of the route table. This
 * file holds only data, so that the sign-in page stays small.
 */
export const publicRoutes: {
  readonly [Title in PublicPageName]: { readonly path: string; readonly canonical?: string };
} = {
  // Path of the sign-in page in react-admin.
  login: { path: '/auth/login/', canonical: '/login' },
  register: { path: '/auth/register' },
  forgot: { path: '/auth/forgot' },
  reset: { path: '/auth/reset/' },
};

const pageNames = Object.keys(publicRoutes) as PublicPageName[];
const withoutTrailingSlash = (path: string): string => path.replace(/\/+$/, '');

/** Returns the public page at a path, with or without a trailing slash. */
export const publicPageAt = (path: string): PublicPageName | undefined =>
  pageNames.find(title => withoutTrailingSlash(publicRoutes[title].path) === withoutTrailingSlash(path));

/** Redirect targets. */
export const fixedPaths = {
  home: '/cabinet/dashboard/',
  login: publicRoutes.login.path,
  register: publicRoutes.register.path,
  forgot: publicRoutes.forgot.path,
} as const;
