type PublicPageName = 'login' | 'register' | 'forgot' | 'reset';

/**
 * Pages that need no sign-in, by the key of their title among the texts `routes`. They are apart from the other routes
 * and without code, so that the sign-in page stays small.
 */
export const publicRoutes: {
  readonly [Title in PublicPageName]: { readonly path: string; readonly canonical?: string };
} = {
  // `canonical`: react-admin's own path of the sign-in page.
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

/** Paths to which the application redirects. */
export const fixedPaths = {
  home: '/cabinet/dashboard/',
  login: publicRoutes.login.path,
  register: publicRoutes.register.path,
  forgot: publicRoutes.forgot.path,
} as const;
