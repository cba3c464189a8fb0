/** Where the program leads by itself. Apart from the route table, which the sign-in page does not need. */
export const places = {
  home: '/cabinet/dashboard/',
  login: '/auth/login/',
  register: '/auth/register',
  forgot: '/auth/forgot',
  reset: '/auth/reset/',
} as const;
