import type { Texts } from '../texts.ts';

export const shell = {
  skip: 'Skip to content',
  menu: {
    main: 'Main menu',
    foot: 'Administration',
    top: 'Top menu',
    openMain: 'Open menu',
    openTop: 'Open top menu',
    close: 'Close menu',
    fold: 'Fold: %{title}',
    unfold: 'Unfold: %{title}',
  },
  top: { home: 'Home', screener: 'Screener', accidents: 'Accidents' },
  aside: { minimise: 'Minimise menu', expand: 'Pin menu' },
  breadcrumbs: 'Breadcrumbs',
  greeting: 'Hello,',
  profile: {
    open: 'Profile: %{name}',
    company: 'Company',
    email: 'E-mail',
    support: 'Technical support',
    developers: 'Developer documentation',
    logout: 'Sign out',
  },
  language: { label: 'Language', ru: 'Русский', en: 'English' },
  theme: { toDark: 'Switch to the dark theme', toLight: 'Switch to the light theme' },
  loading: 'Please wait...',
  scrollToTop: 'To the top',
  retry: 'Try again',
  tools: 'Page tools',
  failed: {
    chunk: 'A part of the program did not load: there may be a new version. Reloading the page helps.',
    reload: 'Reload the page',
    home: 'To the work desk',
  },
  offline: 'No connection to the server. What you typed stays on the screen.',
  toast: { close: 'Close message', undo: 'Undo', region: 'Messages' },
  coming: {
    heading: 'This section is being prepared',
    back: 'To the work desk',
    screener:
      'Checks over the portfolio will be here: silent devices, mileage without trips, high risk, expiring contracts.',
    scoring: 'Driving scores by voucher will be here: score, trend, distance and the manoeuvres that lower it.',
    scoringVoucher:
      'The score of one voucher will be explained here: what it is made of, with trips and manoeuvres on the map.',
    exports: 'Finished exports are kept here to be downloaded again. Begin one on any list.',
  },
  group: { about: 'Choose a section' },
  unknownStatus: { about: 'There are three accident lists:' },
} satisfies Texts['shell'];
