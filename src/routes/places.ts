type OpenTitle = 'login' | 'register' | 'forgot' | 'reset';

/**
 * Public pages by title under `routes`: the part of the route table the sign-in page needs. Data only, to keep that
 * page small.
 */
export const openRoutes: { readonly [Title in OpenTitle]: { readonly path: string; readonly canonical?: string } } = {
  // react-admin's own path of the sign-in page.
  login: { path: '/auth/login/', canonical: '/login' },
  register: { path: '/auth/register' },
  forgot: { path: '/auth/forgot' },
  reset: { path: '/auth/reset/' },
};

const titles = Object.keys(openRoutes) as OpenTitle[];
const bare = (path: string): string => path.replace(/\/+$/, '');

/** The public page at an address, with or without a trailing slash. */
export const openPageAt = (path: string): OpenTitle | undefined =>
  titles.find(title => bare(openRoutes[title].path) === bare(path));

/** Redirect targets. */
export const places = {
  home: '/cabinet/dashboard/',
  login: openRoutes.login.path,
  register: openRoutes.register.path,
  forgot: openRoutes.forgot.path,
} as const;
