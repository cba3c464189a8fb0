type OpenTitle = 'login' | 'register' | 'forgot' | 'reset';

/**
 * Pages open without signing in, by their title under `routes`: the part of the route table that the sign-in page needs.
 * Data only, since what is before signing in must stay small.
 */
export const openRoutes: { readonly [Title in OpenTitle]: { readonly path: string; readonly canonical?: string } } = {
  // react-admin names its sign-in page itself.
  login: { path: '/auth/login/', canonical: '/login' },
  register: { path: '/auth/register' },
  forgot: { path: '/auth/forgot' },
  reset: { path: '/auth/reset/' },
};

const titles = Object.keys(openRoutes) as OpenTitle[];
const bare = (path: string): string => path.replace(/\/+$/, '');

/** The open page at an address, with the last slash or without. */
export const openPageAt = (path: string): OpenTitle | undefined =>
  titles.find(title => bare(openRoutes[title].path) === bare(path));

/** Where the program leads by itself. */
export const places = {
  home: '/cabinet/dashboard/',
  login: openRoutes.login.path,
  register: openRoutes.register.path,
  forgot: openRoutes.forgot.path,
} as const;
