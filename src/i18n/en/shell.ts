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
    support: 'Technical support',
    developers: 'Developer documentation',
    logout: 'Sign out',
  },
  language: { label: 'Language' },
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
  storage: {
    blocked: 'The browser lets this site store nothing: after a reload you sign in again.',
    full: "The browser's storage is full: what is new on this page is lost with a reload.",
  },
  offline: 'No connection to the server. What you typed stays on the screen.',
  status: {
    other: 'The server responded with status %{status}.',
    tooLarge: 'More was sent than the server accepts (status %{status}).',
  },
  toast: { close: 'Close message', undo: 'Undo', region: 'Messages' },
  coming: { exports: 'Finished exports are kept here to be downloaded again. Begin one on any list.' },
  group: {
    about: 'Choose a section',
    topics: {
      work: 'Work on accidents, and texts',
      devices: 'Devices',
      vehicles: 'Vehicles',
      systems: 'Company and other systems',
    },
    rest: 'Files and bulk changes',
  },
  unknownStatus: { about: 'There are three accident lists:' },
} satisfies Texts['shell'];
