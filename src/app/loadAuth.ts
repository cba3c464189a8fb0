/** The pages open without signing in. Not part of the first file: who is signed in does not need them. */
export const loadAuth = () =>
  import('../custom-pages/auth/AuthPages.tsx').then(({ AuthPages }) => ({ default: AuthPages }));
